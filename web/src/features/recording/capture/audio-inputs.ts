const preferenceKey = 'scriba.microphone';

export interface AudioInput {
  id: string;
  label: string;
}

/** The microphone that the doctor chose on this machine; null for the system's. */
export function preferredMicrophone(): string | null {
  return localStorage.getItem(preferenceKey);
}

export function preferMicrophone(id: string | null): void {
  if (id === null) localStorage.removeItem(preferenceKey);
  else localStorage.setItem(preferenceKey, id);
}

/** What to ask the browser for: one channel, from the chosen device when it is there. */
export function microphoneConstraints(): MediaStreamConstraints {
  const id = preferredMicrophone();
  return { audio: { channelCount: 1, ...(id === null ? {} : { deviceId: { ideal: id } }) } };
}

/** The microphones of this machine. Browsers name them only after the doctor has allowed one once. */
export async function listAudioInputs(): Promise<AudioInput[]> {
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices;
  if (!devices) return [];
  const found = await devices.enumerateDevices();
  return found
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && deviceId !== '' && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Calls back when a device is plugged in or taken out. */
export function followAudioInputs(onChange: () => void): () => void {
  const devices = (navigator as { mediaDevices?: Partial<MediaDevices> }).mediaDevices;
  devices?.addEventListener?.('devicechange', onChange);
  return () => devices?.removeEventListener?.('devicechange', onChange);
}
