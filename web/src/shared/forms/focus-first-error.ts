import type { FormErrors } from '@mantine/form';

interface FormWithNodes {
  getInputNode: (path: never) => HTMLElement | null | undefined;
}

/** After a refused submit the first wrong field takes the focus, so that its message is read aloud. */
export function focusFirstError(form: FormWithNodes): (errors: FormErrors) => void {
  return (errors) => {
    const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path as never) ?? []);
    const first = nodes.sort((left, right) =>
      left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )[0];
    first?.focus();
  };
}
