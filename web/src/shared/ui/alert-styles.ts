/** For an alert with a button: the sign stands beside the sentence, also where the button makes the line taller. */
export const besideButton = { wrapper: { alignItems: 'center' }, icon: { marginTop: 0 } };
