import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';

interface RowsSkeletonProps {
  rows: number;
  /** Height of one row in pixels: that of what it stands for. */
  height?: number;
  gap?: number;
}

/** Stands where rows will be, at their size, so that nothing jumps. */
export function RowsSkeleton({ rows, height = 56, gap = 8 }: RowsSkeletonProps) {
  return (
    <Stack gap={gap} role="status">
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} radius="sm" />
      ))}
    </Stack>
  );
}
