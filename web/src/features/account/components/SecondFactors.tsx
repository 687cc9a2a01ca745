import { useRef, useState } from 'react';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconDeviceMobile, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { formatDate, formatTime } from '@/shared/format/dates';
import { account } from '@/shared/i18n/account.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { useFactors, type SecondFactor } from '../api/list-factors';
import { EnrolmentDialog } from './EnrolmentDialog';
import { RemovalDialog } from './RemovalDialog';
import classes from './SecondFactors.module.css';

const words = account.factors;

/** The devices that confirm the doctor's sign-ins: adds one, removes one. */
export function SecondFactors() {
  const { data: factors, error, refetch } = useFactors();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<SecondFactor | null>(null);

  return (
    <Card component="section" aria-label={words.title} maw={720}>
      <Stack>
        <Title ref={heading} tabIndex={-1} order={2} size="h3">
          {words.title}
        </Title>
        <Text>{words.intro}</Text>
        {error ? (
          <ErrorBanner message={words.loadError(describeError(error))} onRetry={() => void refetch()} />
        ) : factors ? (
          <Factors factors={factors} onAdd={() => setAdding(true)} onRemove={setLeaving} />
        ) : (
          <RowsSkeleton rows={2} height={64} />
        )}
      </Stack>
      {isAdding ? (
        <EnrolmentDialog isFirst={factors?.length === 0} goOnAt={heading} onClose={() => setAdding(false)} />
      ) : null}
      {leaving ? (
        <RemovalDialog
          factor={leaving}
          isLast={factors?.length === 1}
          goOnAt={heading}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </Card>
  );
}

interface FactorsProps {
  factors: SecondFactor[];
  onAdd: () => void;
  onRemove: (factor: SecondFactor) => void;
}

function Factors({ factors, onAdd, onRemove }: FactorsProps) {
  if (factors.length === 0) {
    return (
      <EmptyState
        icon={<IconShieldLock />}
        text={words.none}
        hint={words.noneHint}
        action={<Button onClick={onAdd}>{words.activate}</Button>}
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={words.listLabel}>
        {factors.map((factor) => (
          <li key={factor.id} className={classes.item}>
            <IconDeviceMobile aria-hidden className={classes.icon} />
            <div className={classes.text}>
              <Text fw={600}>{factor.name || words.unnamed}</Text>
              <Text size="sm" c="dimmed">
                {words.added(formatDate(factor.createdAt), formatTime(factor.createdAt))}
              </Text>
            </div>
            <Button variant="default" onClick={() => onRemove(factor)}>
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      {factors.length === 1 ? (
        <Text size="sm" c="dimmed">
          {words.onlyOne}
        </Text>
      ) : null}
      <Group>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          {words.addAnother}
        </Button>
      </Group>
    </>
  );
}
