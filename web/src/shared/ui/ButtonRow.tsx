import { Group, type GroupProps } from '@mantine/core';
import classes from './ButtonRow.module.css';

/** What can be done with something: beside each other, in as many lines as they need. */
export function ButtonRow({ children, gap = 'sm' }: Pick<GroupProps, 'children' | 'gap'>) {
  return (
    <Group gap={gap} className={classes.row}>
      {children}
    </Group>
  );
}
