import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { DraftStore, type Draft } from './draft-store';

const draft: Draft & { subject: string } = { userId: 'u1', subject: 'c1', keptAt: Date.now() };

/** What a page finds after sleep, or when the browser lacked memory. */
function closeUnderPage() {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('the connection is closing', 'InvalidStateError');
  });
}

it('keeps, counts and forgets drafts after the browser has closed the database under the page', async () => {
  const store = new DraftStore<typeof draft>('drafts', 'subject');
  await store.keep(draft);
  closeUnderPage();
  await store.keep({ ...draft, subject: 'c2' });
  closeUnderPage();
  expect(await store.count('u1')).toBe(2);
  closeUnderPage();
  await store.forgetAll('u1');
  expect(await store.find('u1', 'c1')).toBeUndefined();
});
