import { useRef, useState } from 'react';
import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { describeError } from '@/shared/i18n/errors.messages';
import { review as words } from '@/shared/i18n/review.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useReviewReport, type ReviewAction } from '../api/review-report';
import { versionOf } from '../model/changes';
import { readOrigin, reviewLine, type ValueCheck } from '../model/review';
import type { Consultation } from '../model/report';

interface ReportReviewProps {
  consultation: Consultation;
  /** Words that are on their way to the server are not reviewed before they are there. */
  isSaving: boolean;
}

/** The doctor's word that the report is right. Values in doubt are confirmed one by one before it can be given. */
export function ReportReview({ consultation, isSaving }: ReportReviewProps) {
  const { checks } = readOrigin(consultation.evidence);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const review = useReviewReport(consultation.id);
  const open = checks.filter(({ state }) => state === 'open');
  const button = useRef<HTMLButtonElement>(null);
  useFocusOnStep(review.isPending, (isPending) => (isPending ? null : button.current));
  const isReviewed = Boolean(consultation.reviewed_at);

  function act(action: ReviewAction, done: string) {
    review.mutate(action, { onSuccess: () => notifySuccess(done) });
  }

  return (
    <Stack component="section" gap="sm" aria-label={words.region}>
      {isReviewed ? null : <OpenChecks checks={open} confirmed={confirmed} onChange={setConfirmed} />}
      <ConfirmedChecks checks={checks.filter(({ state }) => state === 'confirmed')} />
      {review.error ? <ErrorBanner message={words.failed(describeError(review.error))} /> : null}
      <Group gap="sm">
        {isReviewed ? <IconCircleCheck size={20} aria-hidden /> : null}
        <Text size="sm" fw={isReviewed ? 600 : 400}>
          {reviewLine(consultation)}
        </Text>
        {isReviewed ? (
          <Button
            ref={button}
            variant="subtle"
            loading={review.isPending}
            onClick={() => act({ action: 'reopen' }, words.reopened)}
          >
            {words.reopen}
          </Button>
        ) : (
          <Button
            ref={button}
            variant="default"
            loading={review.isPending}
            disabled={isSaving || open.some(({ key }) => !confirmed.includes(key))}
            onClick={() =>
              act({ action: 'mark', confirmed: [...confirmed], version: versionOf(consultation) }, words.done)
            }
          >
            {words.mark}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface OpenChecksProps {
  checks: readonly ValueCheck[];
  confirmed: readonly string[];
  onChange: (confirmed: string[]) => void;
}

function OpenChecks({ checks, confirmed, onChange }: OpenChecksProps) {
  if (checks.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={words.checks.title}>
      <Checkbox.Group value={[...confirmed]} onChange={onChange} label={words.checks.hint}>
        <Stack gap="xs" mt="xs">
          {checks.map(({ key, message, quote }) => (
            <Checkbox
              key={key}
              value={key}
              label={message}
              description={quote ? words.checks.quote(quote) : undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Alert>
  );
}

function ConfirmedChecks({ checks }: { checks: readonly ValueCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.checks.confirmed}
      </Text>
      <List size="sm" c="dimmed">
        {checks.map(({ key, message }) => (
          <List.Item key={key}>{message}</List.Item>
        ))}
      </List>
    </div>
  );
}
