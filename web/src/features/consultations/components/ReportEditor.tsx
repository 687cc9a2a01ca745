import { Stack, Textarea } from '@mantine/core';
import { reportSections } from '@/shared/api/database';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { ReportTexts } from '../model/report';

interface ReportEditorProps {
  texts: ReportTexts;
  onChange: (texts: ReportTexts) => void;
}

/** The nine sections to write in, each in a field with its heading as name. */
export function ReportEditor({ texts, onChange }: ReportEditorProps) {
  return (
    <Stack gap="md">
      {reportSections.map((section) => (
        <Textarea
          key={section}
          label={words.sections[section]}
          placeholder={words.report.emptySection}
          autosize
          minRows={2}
          value={texts[section]}
          onChange={(event) => onChange({ ...texts, [section]: event.currentTarget.value })}
        />
      ))}
    </Stack>
  );
}
