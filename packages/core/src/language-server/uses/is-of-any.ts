import { hoverFrom } from "../answers.ts";
import type { PlaceInContent, Questions } from "../questions.ts";

/** Whether the name at a place has no type: it is any. */
export async function isOfAny(questions: Questions, place: PlaceInContent): Promise<boolean> {
  const hover = hoverFrom(await questions.at("hover", place), questions.root);
  return hover !== undefined && OF_ANY.test(hover.markdown);
}

/** A member of any has that type alone; a variable of a pattern is shown as such. */
const OF_ANY = /^```\w*\n(?:\([\w ]+\) |(?:const|let|var) )?(?:[^\s:]+: )?any\n```/;
