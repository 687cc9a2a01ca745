import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ReportTexts } from './report';

/** What a doctor wrote in a report and has not saved. */
export interface ReportDraft {
  userId: string;
  consultationId: string;
  texts: ReportTexts;
  /** The report as it stood when the writing began. */
  basis: ReportTexts;
  /** When it was last kept, as milliseconds since 1970. */
  keptAt: number;
}

interface Schema extends DBSchema {
  drafts: { key: [string, string]; value: ReportDraft };
}

const keptDays = 60;

/** What browsers throw when the connection to their database is gone, though the database is not. */
const lostConnection: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError'];

function ofDoctor(userId: string): IDBKeyRange {
  return IDBKeyRange.bound([userId], [userId, []]);
}

/** Drafts of reports in this browser: they survive a reload and a crash, each for its doctor and its consultation. */
export class DraftStore {
  private pending: Promise<IDBPDatabase<Schema>> | undefined;
  private readonly name: string;

  constructor(name = 'scriba-drafts') {
    this.name = name;
  }

  async find(userId: string, consultationId: string): Promise<ReportDraft | undefined> {
    return this.work((db) => db.get('drafts', [userId, consultationId]));
  }

  async keep(draft: ReportDraft): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction('drafts', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(draft), transaction.done]);
    });
  }

  async forget(userId: string, consultationId: string): Promise<void> {
    await this.work((db) => db.delete('drafts', [userId, consultationId]));
  }

  /** How many reports of this doctor have something unsaved here. */
  async count(userId: string): Promise<number> {
    return this.work((db) => db.count('drafts', ofDoctor(userId)));
  }

  async forgetAll(userId: string): Promise<void> {
    await this.work((db) => db.delete('drafts', ofDoctor(userId)));
  }

  /** Browsers close a database under the page, after sleep or for want of memory: then it is opened once more. */
  private async work<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const pending = this.open();
    try {
      return await work(await pending);
    } catch (error) {
      if (!lostConnection.includes((error as Partial<Error> | null)?.name ?? '')) throw error;
      this.letGo(pending);
      return work(await this.open());
    }
  }

  /** The next call opens anew. */
  private letGo(pending: Promise<IDBPDatabase<Schema>> | undefined): void {
    if (this.pending !== pending) return;
    this.pending = undefined;
    pending?.then((db) => db.close()).catch(() => undefined);
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    this.pending ??= this.openAndTidy().catch((error: unknown) => {
      this.pending = undefined;
      throw error;
    });
    return this.pending;
  }

  /** What nobody came back for is no draft any more: clinical text does not stay in a browser without need. */
  private async openAndTidy(): Promise<IDBPDatabase<Schema>> {
    const db = await openDB<Schema>(this.name, 1, {
      upgrade: (created) => void created.createObjectStore('drafts', { keyPath: ['userId', 'consultationId'] }),
      terminated: () => this.letGo(this.pending),
    });
    const oldest = Date.now() - keptDays * 24 * 3600 * 1000;
    const transaction = db.transaction('drafts', 'readwrite');
    for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
      if (cursor.value.keptAt < oldest) await cursor.delete();
    }
    await transaction.done;
    return db;
  }
}

export const draftStore = new DraftStore();
