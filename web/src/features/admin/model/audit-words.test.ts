import { describe, expect, it } from 'vitest';
import { audit } from '@/shared/i18n/audit.messages';
import { addressText, detailText, eventName } from './audit-words';

const sources = import.meta.glob<string>('../../../../../server/src/**/*.cc', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The events that the server's source names: beside the writing of a line, or as a constant for it. */
function eventsOfTheServer(): string[] {
  const written = /(?:NoteEvent\([^;]*?|\.event = |std::string event = [^;]*?|k\w*Event = )"([a-z]\w+)"/g;
  return Object.values(sources)
    .filter((text) => text.includes('audit_log.h'))
    .flatMap((text) => [...text.matchAll(written)].map(([, event = '']) => event));
}

describe('the audit log in Italian', () => {
  it('has a name for every event that the server writes', () => {
    const events = eventsOfTheServer();
    expect(events).toContain('signed_in');
    expect(events).toContain('audio_deleted');
    expect(events.filter((event) => !(event in audit.events))).toEqual([]);
  });

  it('calls roles, plans and audiences as the other screens do', () => {
    const said = (detail: string) => detailText({ event: 'role_changed', detail, subject: '' });
    expect(said('superadmin')).toBe('Superamministratore');
    expect(said('basic, minutes 37')).toBe('Basic, minuti utilizzati: 37');
    expect(said('everybody, recipients 30')).toBe('Tutti, persone raggiunte: 30');
    expect(said('')).toBe('-');
  });

  it('names the consultation whose audio went, and how long audio is kept', () => {
    const about = (event: string, subject: string) => detailText({ event, detail: '', subject });
    expect(about('audio_deleted', '7d1c')).toBe('consultazione 7d1c');
    expect(about('audio_retention_set', 'keep')).toBe('sempre');
    expect(about('audio_retention_set', 'after-report')).toBe('fino al referto');
    expect(about('audio_retention_set', '30')).toBe('giorni: 30');
  });

  it('says that the server did it where no address is known', () => {
    expect(addressText({ address: 'retention' })).toBe('Questo server');
    expect(addressText({ address: '192.0.2.1' })).toBe('192.0.2.1');
  });

  it('shows an event that nobody named yet as what it is', () => {
    expect(eventName('something_new')).toBe('Altro evento (something_new)');
  });
});
