import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { reportSections, type ReportSection } from '@/shared/api/database';
import { DraftStore, type ReportDraft } from './draft-store';
import { textsOf } from './report';

const nothing = Object.fromEntries(reportSections.map((section) => [section, null])) as Record<ReportSection, null>;
const basis = textsOf(nothing);
const draft: ReportDraft = { userId: 'u1', consultationId: 'c1', texts: basis, basis, keptAt: Date.now() };

/** What a browser does after sleep, or for want of memory. */
async function closeUnder(store: DraftStore) {
  (await store['pending'])?.close();
}

it('keeps, counts and forgets drafts after the browser has closed the database under the page', async () => {
  const store = new DraftStore();
  await store.keep(draft);
  await closeUnder(store);
  await store.keep({ ...draft, consultationId: 'c2' });
  await closeUnder(store);
  expect(await store.count('u1')).toBe(2);
  await closeUnder(store);
  await store.forgetAll('u1');
  expect(await store.find('u1', 'c1')).toBeUndefined();
});
