import { Button, Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RecordingRow } from '@/shared/api/database';
import { recording as words } from '@/shared/i18n/recording.messages';
import type { RecordingState } from '../model/recording-state';
import classes from './DebugDetails.module.css';

interface DebugDetailsProps {
  state: RecordingState;
  row: RecordingRow | null;
}

/** The figures that whoever helps the doctor will ask for. No patient's data. */
export function DebugDetails({ state, row }: DebugDetailsProps) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const { debug } = words;
  const problem = state.failure ?? state.deliveryProblem;
  const lines: [string, string][] = [
    [debug.recordingId, state.identity?.recordingId ?? debug.none],
    [debug.phase, state.phase],
    [debug.serverState, row ? [row.state, row.error_code].filter(Boolean).join(' / ') : debug.none],
    [debug.delivery, state.delivery],
    [debug.bytes, `${state.storedBytes} / ${state.sentBytes}`],
    [debug.problem, problem ? `${problem.code}: ${problem.message}` : debug.none],
  ];
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="subtle" px="sm" ml="-sm" aria-expanded={isOpen} onClick={toggle}>
        {debug.show}
      </Button>
      <Collapse expanded={isOpen}>
        <dl className={classes.list}>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Collapse>
    </Stack>
  );
}
