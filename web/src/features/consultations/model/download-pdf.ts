import bold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url';
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url';
import { ApiError } from '@/shared/api/errors';
import { writeReport, type Letterhead } from './pdf-report';
import { reportFileName, type Consultation } from './report';

const fonts = [
  { address: regular, file: 'Inter-Regular.ttf', style: 'normal' },
  { address: bold, file: 'Inter-SemiBold.ttf', style: 'bold' },
];

/** The bytes as a string of one character each, which is what the library's virtual files hold. */
function asBinaryString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

async function loadFont(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok)
    throw new ApiError({ code: 'network', message: `font: HTTP ${response.status}`, status: response.status });
  return asBinaryString(new Uint8Array(await response.arrayBuffer()));
}

/** Makes the PDF in the browser and hands it over as a download. The library and its fonts are loaded at the first use. */
export async function downloadPdf(consultation: Consultation, letterhead: Letterhead): Promise<void> {
  const [{ jsPDF }, ...files] = await Promise.all([import('jspdf'), ...fonts.map(({ address }) => loadFont(address))]);
  const document = new jsPDF({ unit: 'mm', format: 'a4' });
  fonts.forEach(({ file, style }, index) => {
    document.addFileToVFS(file, files[index] ?? '');
    document.addFont(file, 'Inter', style);
  });
  const name = reportFileName(consultation.patient?.last_name ?? '', consultation.created_at);
  document.setProperties({ title: name });
  writeReport(document, consultation, letterhead);
  document.save(name);
}
