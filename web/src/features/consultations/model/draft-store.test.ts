import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { reportSections, type ReportSection } from '@/shared/api/database';
import { DraftStore, type ReportDraft } from './draft-store';
import { textsOf } from './report';

const nothing = Object.fromEntries(reportSections.map((section) => [section, null])) as Record<ReportSection, null>;
const basis = textsOf(nothing);
const draft: ReportDraft = { userId: 'u1', consultationId: 'c1', texts: basis, basis, keptAt: Date.now() };

/** What a page finds after sleep, or when the browser lacked memory. */
function closeUnderPage() {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('the connection is closing', 'InvalidStateError');
  });
}

it('keeps, counts and forgets drafts after the browser has closed the database under the page', async () => {
  const store = new DraftStore();
  await store.keep(draft);
  closeUnderPage();
  await store.keep({ ...draft, consultationId: 'c2' });
  closeUnderPage();
  expect(await store.count('u1')).toBe(2);
  closeUnderPage();
  await store.forgetAll('u1');
  expect(await store.find('u1', 'c1')).toBeUndefined();
});
