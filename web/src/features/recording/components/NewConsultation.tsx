import { useEffect, useState } from 'react';
import { Alert, Stack, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { recording as words } from '@/shared/i18n/recording.messages';
import { notifySuccess } from '@/shared/ui/notify';
import { usePatientChoice } from '../api/get-patient-choice';
import type { VisitChoice } from '../capture/recorder-parts';
import { recorder, useRecorderState, useSendingBeside } from '../capture/the-recorder';
import { isResting, type RecordingState } from '../model/recording-state';
import { ActiveRecording } from './ActiveRecording';
import { FileAdvice } from './FileAdvice';
import { InterruptedRecordings } from './InterruptedRecordings';
import { LeaveGuard } from './LeaveGuard';
import { OpenRecordings } from './OpenRecordings';
import { ProblemBanner } from './ProblemBanner';
import { RecorderPanel } from './RecorderPanel';
import { useMayBeForgotten } from './use-kept-storage';
import { useRecordingStart } from './use-recording-start';
import { VisitForm, type Visit } from './VisitForm';
import { VisitSummary } from './VisitSummary';

interface NewConsultationProps {
  userId: string;
  /** The patient that the address names. */
  patientId: string | null;
  onSaved: (patientId: string) => void;
}

/** From the choice of the patient to the saved report. */
export function NewConsultation({ userId, patientId, onSaved }: NewConsultationProps) {
  const state = useRecorderState();
  const recordingId = state.identity?.recordingId ?? null;
  const [visit, changeVisit] = useVisit(patientId, recordingId);
  const [wasAsked, setAsked] = useState(false);
  const { isStarting, problem, file, startRecording, resumeRecording, sendFile } = useRecordingStart();
  const { data: chosen } = usePatientChoice(userId, visit.patientId);
  const { data: recorded } = usePatientChoice(userId, state.identity?.patientId ?? null);

  const isUnknown = visit.patientId !== null && chosen === null;
  const isBusy = !isResting(state);
  useSavedConsultation(state, onSaved);
  useLetGo(state, userId);

  /** The choice when it is complete; else the reason is shown beside the patient. */
  function choice(): VisitChoice | null {
    setAsked(true);
    if (visit.patientId === null || isUnknown || !visit.hasConsent) return null;
    return { userId, patientId: visit.patientId, visita: visit.visita };
  }

  function begin(action: (chosen: VisitChoice) => Promise<void>) {
    const chosen = choice();
    if (chosen) void action(chosen);
  }

  return (
    <Stack gap="lg">
      <LeaveGuard state={state} />
      <SendingBeside />
      <MayBeForgotten />
      <InterruptedRecordings userId={userId} state={state} />
      {isBusy && state.identity ? (
        <VisitSummary identity={state.identity} patient={recorded ?? undefined} />
      ) : (
        <VisitForm
          userId={userId}
          visit={isUnknown ? { ...visit, patientId: null } : visit}
          patientError={patientError(isUnknown, wasAsked && visit.patientId === null)}
          isDisabled={isStarting}
          onChange={changeVisit}
        />
      )}
      <RecorderPanel
        state={state}
        hasConsent={visit.hasConsent}
        isStarting={isStarting}
        onStart={() => begin(startRecording)}
        onStop={() => void recorder.stop()}
        onPause={() => recorder.pause()}
        onResume={() => void resumeRecording()}
        onFile={(picked) => begin((chosen) => sendFile(chosen, picked))}
      />
      {problem ? <ProblemBanner problem={problem} /> : null}
      {file && (isStarting || problem || state.identity?.source === 'upload') ? <FileAdvice file={file} /> : null}
      <ActiveRecording state={state} />
      <OpenRecordings userId={userId} exceptId={recordingId} />
    </Stack>
  );
}

/** What was chosen for the next recording. A consent was given by one patient, for one recording. */
function useVisit(patientId: string | null, recordingId: string | null): [Visit, (change: Partial<Visit>) => void] {
  const [visit, setVisit] = useState<Visit>({ patientId, visita: 'prima_visita', hasConsent: false });
  const [lastId, setLastId] = useState(recordingId);
  if (recordingId !== lastId) {
    setLastId(recordingId);
    if (recordingId === null) setVisit((before) => ({ ...before, hasConsent: false }));
  }

  function changeVisit(change: Partial<Visit>) {
    setVisit((before) => {
      const isOther = change.patientId !== undefined && change.patientId !== before.patientId;
      return { ...before, ...(isOther ? { hasConsent: false } : {}), ...change };
    });
  }
  return [visit, changeVisit];
}

/** Whoever leaves the page lets go of what is on its way; the recording of another doctor is kept for its owner. */
function useLetGo({ identity }: RecordingState, userId: string): void {
  useEffect(() => () => recorder.letGo(), []);
  const isForeign = identity !== null && identity.userId !== userId;
  useEffect(() => {
    if (isForeign) void recorder.stop().then(() => recorder.letGo());
  }, [isForeign]);
}

/** Earlier recordings that are still on their way. */
function SendingBeside() {
  const count = useSendingBeside();
  if (count === 0) return null;
  return (
    <Alert color="teal" icon={<IconCloudUpload aria-hidden />} role="status">
      {words.beside(count)}
    </Alert>
  );
}

/** Said quietly: nothing is lost yet. */
function MayBeForgotten() {
  if (!useMayBeForgotten()) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {words.mayBeForgotten}
    </Text>
  );
}

function patientError(isUnknown: boolean, isMissing: boolean): string | null {
  if (isUnknown) return words.validation.patientUnknown;
  return isMissing ? words.validation.patient : null;
}

/** Leads to the patient as soon as the report is there. */
function useSavedConsultation(state: RecordingState, onSaved: (patientId: string) => void): void {
  const queryClient = useQueryClient();
  const { phase, identity } = state;
  // A recording that this tab lets go of is one of those under way on the server.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['recordings', 'open'] });
  }, [queryClient, phase]);
  useEffect(() => {
    if (phase !== 'saved' || !identity) return;
    recorder.clear();
    void queryClient.invalidateQueries({ queryKey: ['consultations'] });
    void queryClient.invalidateQueries({ queryKey: ['subscription'] });
    notifySuccess(words.saved);
    onSaved(identity.patientId);
  }, [phase, identity, queryClient, onSaved]);
}
