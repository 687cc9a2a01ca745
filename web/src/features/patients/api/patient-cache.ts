import type { QueryClient } from '@tanstack/react-query';
import type { PatientRow } from '@/shared/api/database';
import type { PatientFields } from '../model/patient-form';
import type { PatientList } from './list-patients';

type Undo = () => void;

/** Changes what the screens know of the lists of patients, and gives back how to take it back. */
function changeLists(queryClient: QueryClient, change: (list: PatientList) => PatientList): Undo {
  const before = queryClient.getQueriesData<PatientList>({ queryKey: ['patients', 'list'] });
  for (const [queryKey, list] of before) if (list) queryClient.setQueryData(queryKey, change(list));
  return () => {
    for (const [queryKey, list] of before) queryClient.setQueryData(queryKey, list);
  };
}

/** A patient with new values, on the patient's page and in every list. */
export function showChange(queryClient: QueryClient, id: string, fields: PatientFields): Undo {
  const queryKey = ['patients', 'one', id];
  const before = queryClient.getQueryData<PatientRow | null>(queryKey);
  if (before) queryClient.setQueryData(queryKey, { ...before, ...fields });
  const undoLists = changeLists(queryClient, (list) => ({
    ...list,
    patients: list.patients.map((patient) => (patient.id === id ? { ...patient, ...fields } : patient)),
  }));
  return () => {
    queryClient.setQueryData(queryKey, before);
    undoLists();
  };
}

/** The lists without a patient. */
export function showRemoval(queryClient: QueryClient, id: string): Undo {
  return changeLists(queryClient, (list) => {
    const patients = list.patients.filter((patient) => patient.id !== id);
    return { ...list, patients, count: list.count - (list.patients.length - patients.length) };
  });
}
