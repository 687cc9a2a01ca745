import { Card, Skeleton, Text } from '@mantine/core';
import classes from './FigureCard.module.css';

interface FigureCardProps {
  label: string;
  /** Missing while it is being counted. */
  value: string | undefined;
  hint: string;
}

/** One number of the service, with its name and what it counts. */
export function FigureCard({ label, value, hint }: FigureCardProps) {
  return (
    <Card component="section" aria-label={label} className={classes.figure}>
      <Text fw={600}>{label}</Text>
      <div className={classes.value}>{value ?? <Skeleton height={36} width={64} />}</div>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </Card>
  );
}
