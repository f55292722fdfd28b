/** The choices that are taken in this row; all of them if nothing limits them. */
export const takenChoices = <C extends { readonly value: string | number }>(
  choices: readonly C[],
  taken: readonly (string | number)[] | undefined,
): C[] => choices.filter(({ value }) => !taken || taken.some((one) => String(one) === String(value)))
