import stories from './playwright.config.ts';

/** Pictures of the main screens for the manual, in e2e/screenshots; no story of the suite. */
export default { ...stories, testDir: './pictures', workers: 1 };
