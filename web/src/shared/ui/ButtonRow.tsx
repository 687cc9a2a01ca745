import { Group, type GroupProps } from '@mantine/core';
import classes from './ButtonRow.module.css';

/** What can be done with something: beside each other, in as many lines as they need. */
export function ButtonRow({ children, gap = 'sm', justify }: Pick<GroupProps, 'children' | 'gap' | 'justify'>) {
  return (
    <Group gap={gap} justify={justify} className={classes.row}>
      {children}
    </Group>
  );
}
