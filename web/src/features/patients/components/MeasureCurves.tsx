import { useState } from 'react';
import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { VisitMeasures } from '@/shared/api/database';
import { formatDate } from '@/shared/format/dates';
import { formatNumber, formatQuantity, formatSigned } from '@/shared/format/numbers';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { DataTable } from '@/shared/ui/DataTable';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { LineChart } from '@/shared/ui/LineChart';
import { useMeasures } from '../api/list-measures';
import { measureKeys, pointsOf, weightChange, type MeasureKey } from '../model/measure-curves';
import classes from './MeasureCurves.module.css';

const { curves } = words;

/** Weight, body mass index and waist over the visits. Nothing where no visit measured any. */
export function MeasureCurves({ patientId }: { patientId: string }) {
  const { data: visits, error, isPending, refetch } = useMeasures(patientId);
  const [isTable, setTable] = useState(false);
  if (isPending) return <Skeleton height={280} radius="md" />;
  if (error) return <ErrorBanner message={curves.failed(describeError(error))} onRetry={() => void refetch()} />;
  if (visits.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="andamento">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2} id="andamento">
              {curves.title}
            </Title>
            <ChangeOfWeight visits={visits} />
          </div>
          <Button variant="default" px="md" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? curves.hideTable : curves.showTable}
          </Button>
        </Group>
        <div className={classes.charts}>
          {measureKeys.map((key) => (
            <Curve key={key} visits={visits} measure={key} />
          ))}
        </div>
        {isTable ? <MeasureTable visits={visits} /> : null}
        <Text size="sm" c="dimmed">
          {curves.source}
        </Text>
      </Stack>
    </Card>
  );
}

function quantity(measure: MeasureKey, value: number): string {
  const unit = curves.units[measure];
  return unit ? formatQuantity(value, unit) : formatNumber(value);
}

function Curve({ visits, measure }: { visits: readonly VisitMeasures[]; measure: MeasureKey }) {
  const points = pointsOf(visits, measure).map(({ at, value }) => ({
    at,
    value,
    label: curves.point(formatDate(at), quantity(measure, value)),
  }));
  if (points.length === 0) return null;
  const name = curves.names[measure];
  return (
    <figure className={classes.curve}>
      <figcaption className={classes.name}>{curves.caption(name, curves.units[measure])}</figcaption>
      <LineChart points={points} spoken={curves.spoken(name, points.map(({ label }) => label).join('; '))} />
    </figure>
  );
}

function ChangeOfWeight({ visits }: { visits: readonly VisitMeasures[] }) {
  const change = weightChange(visits);
  if (!change) return null;
  const { since, kilograms, percent, perWeek } = change;
  return (
    <Text>
      {curves.change(
        formatDate(since),
        formatSigned(kilograms, 'kg'),
        formatSigned(percent, '%'),
        perWeek === null ? null : formatSigned(perWeek, 'kg'),
      )}
    </Text>
  );
}

function MeasureTable({ visits }: { visits: readonly VisitMeasures[] }) {
  const cell = (measure: MeasureKey) => (visit: VisitMeasures) => {
    const value = visit[measure];
    return value === null ? common.missing : quantity(measure, value);
  };
  return (
    <DataTable
      label={curves.table}
      columns={[
        { label: curves.date, cell: ({ created_at: at }: VisitMeasures) => formatDate(at) },
        ...measureKeys.map((key) => ({ label: curves.names[key], cell: cell(key) })),
      ]}
      rows={[...visits].reverse()}
      keyOf={({ consultation_id: id }) => id}
    />
  );
}
