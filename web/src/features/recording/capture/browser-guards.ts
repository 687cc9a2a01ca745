/** Keeps the screen awake until the returned function is called; nothing happens where browsers cannot. */
export function keepAwake(): () => void {
  const wakeLock = (navigator as { wakeLock?: WakeLock }).wakeLock;
  if (!wakeLock) return () => undefined;
  let sentinel: WakeLockSentinel | undefined;
  let isWanted = true;
  const ask = () => {
    if (!isWanted || document.visibilityState !== 'visible') return;
    wakeLock
      .request('screen')
      .then((granted) => {
        sentinel = granted;
        if (!isWanted) void granted.release();
      })
      .catch(() => undefined);
  };
  // The browser takes the lock back whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', ask);
    void sentinel?.release();
  };
}

const lockName = (recordingId: string) => `scriba.recording.${recordingId}`;

/** Makes a recording this tab's own; null when another tab has it. The lock ends with the tab, however it ends. */
export async function claimRecording(recordingId: string): Promise<(() => void) | null> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return () => undefined;
  return new Promise((resolve, reject) => {
    locks
      .request(lockName(recordingId), { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => {
          resolve(release);
        });
      })
      .catch(reject);
  });
}

/** Whether a tab of this browser is at work on the recording. */
export async function isClaimed(recordingId: string): Promise<boolean> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return false;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === lockName(recordingId));
}

const scarceBytes = 50 * 1024 * 1024;

/** Whether this browser has hardly any room left for audio. */
export async function isStorageNearlyFull(): Promise<boolean> {
  const storage = (navigator as { storage?: StorageManager }).storage;
  if (!storage) return false;
  const { quota, usage } = await storage.estimate();
  return quota !== undefined && usage !== undefined && quota - usage < scarceBytes;
}

/**
 * Asks the browser to keep what is stored here also when room gets short; false when it will not, or cannot say. Some
 * browsers ask the doctor: not while a visit is recorded, then.
 */
export async function keepStored(): Promise<boolean> {
  const storage = (navigator as { storage?: Partial<StorageManager> }).storage;
  if (!storage?.persist || !storage.persisted) return false;
  return (await storage.persisted()) || storage.persist();
}

/** A random id, version 4, also on a plain http page where randomUUID is missing. */
export function newRecordingId(): string {
  const webCrypto = crypto as { randomUUID?: () => string };
  if (webCrypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
