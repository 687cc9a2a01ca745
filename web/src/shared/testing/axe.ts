import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails when the accessibility rules of WCAG 2.2 AA are broken. Contrast needs a real browser and is checked there. */
export async function expectAccessible(container: Element = document.body): Promise<void> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}
