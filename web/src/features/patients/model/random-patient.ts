import type { Gender } from '@/shared/api/database';
import type { PatientFields } from './patient-form';

const firstNames: Record<'male' | 'female', string[]> = {
  male: ['Luca', 'Marco', 'Paolo', 'Nicolò', 'Andrea', 'Giorgio', 'Stefano', 'Matteo'],
  female: ['Giulia', 'Francesca', 'Chiara', 'Elena', 'Sara', 'Marta', 'Ilaria', 'Teresa'],
};
const lastNames = ['Rossi', 'Bianchi', 'Ferrari', 'Esposito', 'Colombo', "D'Angelo", 'Greco', 'Moretti', 'Fontana'];
const notes = 'Paziente di prova, dati inventati.';

function pick<Item>(items: readonly [Item, ...Item[]] | Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

function digits(count: number): string {
  return Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}

/** Someone who does not exist, from 18 to 80 years old. */
export function randomPatient(today: Date = new Date()): PatientFields {
  const gender: Gender = pick(['male', 'female'] as const);
  const firstName = pick(firstNames[gender]);
  const lastName = pick(lastNames);
  const year = today.getFullYear() - 19 - Math.floor(Math.random() * 62);
  const pad = (value: number) => String(value).padStart(2, '0');
  return {
    first_name: firstName,
    last_name: lastName,
    birth_date: `${year}-${pad(1 + Math.floor(Math.random() * 12))}-${pad(1 + Math.floor(Math.random() * 28))}`,
    gender,
    email: `${plain(firstName)}.${plain(lastName)}${digits(3)}@example.com`,
    phone: `+39 333 ${digits(7)}`,
    weight: null,
    height: null,
    notes,
  };
}
