import { recording as words } from '@/shared/i18n/recording.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import type { StartProblem } from './use-recording-start';

/** Why nothing began; to the plans, where the month has no minutes left. */
export function ProblemBanner({ problem: { sentence, isMinutes } }: { problem: StartProblem }) {
  const plans = (
    <ButtonLink to={paths.subscription} variant="default">
      {words.toPlans}
    </ButtonLink>
  );
  return <ErrorBanner message={sentence} action={isMinutes ? plans : undefined} />;
}
