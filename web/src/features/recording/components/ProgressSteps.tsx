import { Loader } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { recording as words } from '@/shared/i18n/recording.messages';
import type { Step, StepState } from '../model/steps';
import classes from './ProgressSteps.module.css';

function StepIcon({ state }: { state: StepState }) {
  switch (state) {
    case 'done':
      return <IconCircleCheck size={22} aria-hidden />;
    case 'error':
      return <IconAlertCircle size={22} aria-hidden />;
    case 'active':
      return <Loader size={20} aria-hidden />;
    case 'waiting':
      return <IconCircleDashed size={22} aria-hidden />;
  }
}

interface ProgressStepsProps {
  steps: readonly Step[];
  /** What else there is to say of the step in course, such as a percentage. */
  detail?: string | null;
}

/** The list 'Avanzamento': five steps, each with its state in words. */
export function ProgressSteps({ steps, detail }: ProgressStepsProps) {
  return (
    <ol className={classes.steps} aria-label={words.progress.title}>
      {steps.map(({ name, state }) => (
        <li
          key={name}
          className={classes.step}
          data-state={state}
          aria-current={state === 'active' ? 'step' : undefined}
        >
          <StepIcon state={state} />
          <span className={classes.name}>{words.progress.steps[name]}</span>
          <span className={classes.state}>
            {words.progress.states[state]}
            {state === 'active' && detail ? `, ${detail}` : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}
