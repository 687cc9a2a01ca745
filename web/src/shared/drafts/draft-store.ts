import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What a doctor wrote and has not saved. */
export interface Draft {
  userId: string;
  /** When it was last kept, as milliseconds since 1970. */
  keptAt: number;
}

interface Schema<Kept extends Draft> extends DBSchema {
  drafts: { key: [string, string]; value: Kept };
}

const keptDays = 60;

/** What browsers throw when the connection to their database is gone, though the database is not. */
const lostConnection: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError'];

function ofDoctor(userId: string): IDBKeyRange {
  return IDBKeyRange.bound([userId], [userId, []]);
}

/** Drafts of one kind in this browser: they survive a reload and a crash, each for its doctor and its subject. */
export class DraftStore<Kept extends Draft> {
  private pending: Promise<IDBPDatabase<Schema<Kept>>> | undefined;
  private readonly name: string;
  private readonly subject: keyof Kept & string;

  /** `subject` is the property that names what the draft is of. */
  constructor(name: string, subject: keyof Kept & string) {
    this.name = name;
    this.subject = subject;
  }

  async find(userId: string, subjectId: string): Promise<Kept | undefined> {
    return this.work((db) => db.get('drafts', [userId, subjectId]));
  }

  async keep(draft: Kept): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction('drafts', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(draft), transaction.done]);
    });
  }

  async forget(userId: string, subjectId: string): Promise<void> {
    await this.work((db) => db.delete('drafts', [userId, subjectId]));
  }

  /** How many drafts of this doctor are here. */
  async count(userId: string): Promise<number> {
    return this.work((db) => db.count('drafts', ofDoctor(userId)));
  }

  async forgetAll(userId: string): Promise<void> {
    await this.work((db) => db.delete('drafts', ofDoctor(userId)));
  }

  /** Browsers close a database under the page, after sleep or for want of memory: then it is opened once more. */
  private async work<T>(work: (db: IDBPDatabase<Schema<Kept>>) => Promise<T>): Promise<T> {
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
  private letGo(pending: Promise<IDBPDatabase<Schema<Kept>>> | undefined): void {
    if (this.pending !== pending) return;
    this.pending = undefined;
    pending?.then((db) => db.close()).catch(() => undefined);
  }

  private open(): Promise<IDBPDatabase<Schema<Kept>>> {
    this.pending ??= this.openAndTidy().catch((error: unknown) => {
      this.pending = undefined;
      throw error;
    });
    return this.pending;
  }

  /** What nobody came back for is no draft any more: clinical text does not stay in a browser without need. */
  private async openAndTidy(): Promise<IDBPDatabase<Schema<Kept>>> {
    const db = await openDB<Schema<Kept>>(this.name, 1, {
      upgrade: (created) => void created.createObjectStore('drafts', { keyPath: ['userId', this.subject] }),
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
