import { expect, test } from "bun:test";
import { placed } from "./indent.ts";

const check = (content: string, indentation: string, wanted: string) =>
  expect(placed(content, indentation, [])).toBe(wanted);

test("content from column 1 is indented to where it will stand", () =>
  check("m() {\n  x;\n\n}", "  ", "m() {\n    x;\n\n  }"));

test("content as it stands in the file is left as it is", () =>
  check("m() {\n    x;\n  }", "  ", "m() {\n    x;\n  }"));

test("content as it stands in the file stays, also where one of its lines is at column 1", () =>
  check("  m() {\n    x;\n// y;\n  }", "  ", "m() {\n    x;\n// y;\n  }"));

test("moved lines are indented by what the place is indented by", () => {
  expect(placed("m() {\n  if (a) {\n    b;\n  }\n}", "\t", [], "\t")).toBe("m() {\n\t\tif (a) {\n\t\t\tb;\n\t\t}\n\t}");
  expect(placed("m() {\n\tif (a) {\n\t\tb;\n\t}\n}", "    ", [], "    ")).toBe(
    "m() {\n        if (a) {\n            b;\n        }\n    }",
  );
  expect(placed("m() {\n   x;\n\ty;\n}", "\t", [], "\t")).toBe("m() {\n\t   x;\n\t\ty;\n\t}");
});

test("an indentation that all lines share counts once", () => {
  check("  m() {\n    x;\n  }", "  ", "m() {\n    x;\n  }");
  check("    m() {\n      x;\n    }", "  ", "m() {\n    x;\n  }");
  check("\tm() {\n\t\tx;\n\t}", "", "m() {\n\tx;\n}");
});

test("a first line that alone is indented loses that", () => check("  m() {\nx;\n}", "", "m() {\nx;\n}"));

test("blank lines around it go, and white space behind it", () => check("\n \r\n  a;\r\n\n", "", "a;"));

test("line breaks stay what they are", () => check("a {\r\n b\r}", "\t", "a {\r\n\t b\r\t}"));

test("a literal's lines neither move nor decide", () => {
  const content = "m() {\n  `a\nb`;\n}";
  const literal = { start: content.indexOf("`"), end: content.lastIndexOf("`") + 1 };
  expect(placed(content, "  ", [literal])).toBe("m() {\n    `a\nb`;\n  }");
  expect(placed("x = `a\nb`;", "  ", [{ start: 4, end: 9 }])).toBe("x = `a\nb`;");
});
