import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const styles = readFileSync('src/features/subscription/components/MinutesMeter.module.css', 'utf8');
const [green, yellow, red] = ['#2f9e44', '#f2c200', '#d92d20'] as const;

/** What fills the bar by a rule's own word. */
function backgroundOf(selector: string): string | undefined {
  const rule = styles.slice(styles.indexOf(`${selector} {`));
  return /background: ([^;]+);/.exec(rule.slice(0, rule.indexOf('}')))?.[1];
}

it.each([
  // The calm one is what the others replace.
  ['.fill', green],
  [".fill[data-level='half']", `linear-gradient(90deg, ${green}, ${yellow})`],
  [".fill[data-level='high']", `linear-gradient(90deg, ${yellow}, ${red})`],
  [".fill[data-level='critical']", red],
])('fills the bar of the minutes by %s with %s', (selector, colours) => {
  expect(backgroundOf(selector)).toBe(colours);
});
