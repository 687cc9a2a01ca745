/** The text of the consent to which a patient agreed; raised whenever the sentence on the screen changes. */
export const consentVersion = '2026-11';
