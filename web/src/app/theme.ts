import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

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

/** Writing on a filled control: white on the deep shades of the day, slate on the pale ones of the night. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...resolved, color: 'var(--scriba-on-filled)' } : resolved;
};

/** Every colour that is not a palette: text AAA on its ground, lines quiet, surfaces apart from the canvas. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  // What opens a list is a sign, not an ornament.
  variables: { '--combobox-chevron-color': 'var(--mantine-color-dimmed)' },
  light: {
    '--mantine-color-text': '#1b2a33',
    '--mantine-color-default-color': '#1b2a33',
    '--mantine-color-dimmed': '#4a5b66',
    '--mantine-color-placeholder': '#5f707b',
    '--mantine-color-error': '#b42318',
    '--scriba-on-filled': '#ffffff',
    '--scriba-canvas': '#f6f8f9',
    '--scriba-surface': '#ffffff',
    '--scriba-line': '#dde4e8',
    '--scriba-edge': '#80909a',
    '--scriba-track': '#e9eef1',
  },
  dark: {
    '--mantine-color-text': '#e6edf0',
    '--mantine-color-default-color': '#e6edf0',
    '--mantine-color-dimmed': '#a9b8c0',
    '--mantine-color-placeholder': '#93a4ad',
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-body': '#111a1f',
    '--mantine-color-teal-light': 'rgb(79 169 164 / 16%)',
    '--mantine-color-teal-light-hover': 'rgb(79 169 164 / 24%)',
    '--mantine-color-teal-light-color': '#a7d3d0',
    '--mantine-color-anchor': '#7bc0bb',
    // Alerts at night: a tint of their colour, not a block of it.
    '--mantine-color-red-light': 'rgb(255 120 110 / 16%)',
    '--mantine-color-red-light-color': '#ff9b8f',
    '--mantine-color-gray-light': 'rgb(169 184 192 / 16%)',
    '--mantine-color-gray-light-color': '#c3cfd5',
    '--mantine-color-orange-light': 'rgb(255 176 92 / 14%)',
    '--mantine-color-yellow-light': 'rgb(255 214 102 / 14%)',
    '--scriba-on-filled': '#0b1216',
    '--scriba-canvas': '#111a1f',
    '--scriba-surface': '#18232a',
    '--scriba-line': '#2c3a43',
    '--scriba-edge': '#667984',
    '--scriba-track': '#1f2c34',
  },
});

const overlayStyles = {
  content: { background: 'var(--scriba-surface)' },
  header: { background: 'var(--scriba-surface)' },
  title: { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.35 },
  body: { overflowWrap: 'anywhere' },
};

/** A dialog's heading bar is no second banner of the page. */
const overlayAttributes = { header: { role: 'none' } };

const controlHeight = 'var(--control-height)';

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 3 },
  variantColorResolver,
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
    Button: { vars: () => ({ root: { '--button-height': controlHeight } }) },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4, fontSize: '0.9375rem' }, description: { marginTop: 4 } },
    },
    Input: { vars: () => ({ wrapper: { '--input-height': controlHeight } }) },
    InputBase: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' }, vars: () => ({ root: { '--psi-button-size': controlHeight } }) },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    MultiSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    SegmentedControl: {
      styles: { root: { background: 'var(--scriba-track)' } },
    },
    Alert: { styles: { message: { color: 'var(--mantine-color-text)' } } },
    Checkbox: { defaultProps: { iconColor: 'var(--scriba-on-filled)' } },
    Radio: { defaultProps: { iconColor: 'var(--scriba-on-filled)' } },
    Fieldset: { styles: { root: { marginInline: 0 } } },
    Pagination: {
      vars: () => ({ root: { '--pagination-active-color': 'var(--scriba-on-filled)' } }),
      styles: { control: { fontSize: '1rem' } },
    },
    // Sentence case, as everything else; a table column never cuts it.
    Badge: { styles: { root: { flexShrink: 0, minWidth: 'max-content', textTransform: 'none', fontWeight: 600 } } },
    CloseButton: { defaultProps: { size: 44, iconSize: 20 } },
    Modal: { styles: overlayStyles, defaultProps: { centered: true, attributes: overlayAttributes } },
    Drawer: { styles: overlayStyles, defaultProps: { attributes: overlayAttributes } },
    Card: { defaultProps: { withBorder: true, padding: 'lg', bg: 'var(--scriba-surface)' } },
    Paper: { defaultProps: { bg: 'var(--scriba-surface)' } },
  },
});
