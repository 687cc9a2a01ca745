import { Anchor, Card, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { formatNumber } from '@/shared/format/numbers';

interface CountCardProps {
  title: string;
  count: number;
  /** What the count is, beneath it. */
  caption: string;
  link: { label: string; to: string };
}

/** One number with its meaning and the way to what it counts. */
export function CountCard({ title, count, caption, link }: CountCardProps) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" mt={-8}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Anchor component={Link} to={link.to} lh="44px">
          {link.label}
        </Anchor>
      </Group>
      <Text fz={34} fw={650} lh={1.2}>
        {formatNumber(count)}
      </Text>
      <Text size="sm" c="dimmed">
        {caption}
      </Text>
    </Card>
  );
}
