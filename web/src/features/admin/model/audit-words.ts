import type { AnnouncementAudience, AuditEntry, Role, Tier } from '@/shared/api/database';
import { admin } from '@/shared/i18n/admin.messages';
import { announcements } from '@/shared/i18n/announcements.messages';
import { audit as words } from '@/shared/i18n/audit.messages';
import { common } from '@/shared/i18n/common.messages';
import { planWords } from '@/shared/i18n/plans.messages';

const audiences: Readonly<Record<AnnouncementAudience, string>> = announcements.fields.audiences;
const names: Readonly<Record<string, string>> = { ...admin.roles, ...planWords.names, ...audiences } satisfies Record<
  Role | Tier | AnnouncementAudience,
  string
>;

export function eventName(event: string): string {
  return event in words.events ? words.events[event as keyof typeof words.events] : words.otherEvent(event);
}

/** A part of a detail: a role, a plan or an audience by its name, or a count such as `minutes 37`. */
function partName(part: string): string {
  const counted = /^(minutes|recipients) (\d+)$/.exec(part);
  const [, what, count = ''] = counted ?? [];
  if (what === 'minutes') return words.minutes(count);
  if (what === 'recipients') return words.recipients(count);
  return names[part] ?? part;
}

const ofConsultations: ReadonlySet<string> = new Set(['audio_deleted', 'audio_removed', 'consultation_deleted']);
const ofPatients: ReadonlySet<string> = new Set(['patient_deleted', 'data_exported']);

/** What the line is about, where its event says how to read it. */
function subjectName(event: string, subject: string): string {
  if (subject === '') return '';
  if (ofConsultations.has(event)) return words.consultation(subject);
  if (ofPatients.has(event)) return words.patient(subject);
  if (event !== 'audio_retention_set') return subject;
  if (subject === 'keep') return words.retention.keep;
  return subject === 'after-report' ? words.retention.afterReport : words.retention.days(subject);
}

/** What the line says beyond its event, in the words of the other screens. */
export function detailText({ event, detail, subject }: Pick<AuditEntry, 'event' | 'detail' | 'subject'>): string {
  const parts = [...detail.split(', ').map(partName), subjectName(event, subject)].filter((part) => part !== '');
  return parts.length === 0 ? common.missing : parts.join(', ');
}

/** Where a request came from; what the server did by itself came from nowhere else. */
export function addressText({ address }: Pick<AuditEntry, 'address'>): string {
  if (address === '') return common.missing;
  return address in words.places ? words.places[address as keyof typeof words.places] : address;
}
