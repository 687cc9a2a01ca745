import dayjs from 'dayjs';
import { formatDate } from '@/shared/format/dates';
import { consultations } from '@/shared/i18n/consultations.messages';

const words = consultations.report.player.retention;

/** How long a visit's sound stays, by the operator's choice (`keep`, `after-report`, or days after the visit). */
export function retentionSentence(choice: string | undefined, visitAt: string): string {
  if (choice === 'after-report') return words.afterReport;
  const days = Number(choice);
  if (!Number.isInteger(days) || days <= 0) return words.kept;
  return words.until(formatDate(dayjs(visitAt).add(days, 'day').toISOString()));
}
