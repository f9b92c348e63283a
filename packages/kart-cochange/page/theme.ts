import { part } from "./element.ts";

const THEMES = ["light dark", "light", "dark"] as const;
const LABELS: Readonly<Record<(typeof THEMES)[number], string>> = {
  "light dark": "Theme: system",
  light: "Theme: light",
  dark: "Theme: dark",
};

/** A button that goes through what the system prefers, light and dark. */
export function startTheme(): void {
  const toggle = part("theme");
  let place = 0;
  const show = () => {
    const theme = THEMES[place % THEMES.length] ?? "light dark";
    document.documentElement.style.colorScheme = theme;
    toggle.textContent = LABELS[theme];
  };
  toggle.addEventListener("click", () => {
    place++;
    show();
  });
  show();
}
