import { Button, Card, createTheme, InputBase, Paper, type MantineColorsTuple } from '@mantine/core';

/** The one accent: a deep teal. Shade 8 on white and shade 3 on slate both pass AAA. */
const teal: MantineColorsTuple = [
  '#e9f5f4',
  '#d3e8e6',
  '#a7d3d0',
  '#7bc0bb',
  '#4fa9a4',
  '#2e918d',
  '#1b7a78',
  '#126a69',
  '#0f5c5c',
  '#0a4848',
];

/** Slate for surfaces and lines at night. */
const dark: MantineColorsTuple = [
  '#e6edf0',
  '#c3cfd5',
  '#a9b8c0',
  '#5d707b',
  '#3a4a54',
  '#2c3a43',
  '#1f2c34',
  '#18232a',
  '#111a1f',
  '#0b1216',
];

const controlHeight = 'var(--control-height)';

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { teal, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, monospace',
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.3' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ vars: () => ({ root: { '--button-height': controlHeight } }) }),
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Input: { vars: () => ({ wrapper: { '--input-height': controlHeight } }) },
    InputBase: InputBase.extend({ defaultProps: { size: 'md' } }),
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'lg', bg: 'var(--scriba-surface)' } }),
    Paper: Paper.extend({ defaultProps: { bg: 'var(--scriba-surface)' } }),
  },
});
