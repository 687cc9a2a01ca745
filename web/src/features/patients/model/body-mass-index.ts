/** Weight over height squared (WHO), in kg/m²; null without a plausible height. */
export function bodyMassIndex(weightKg: number | null, heightCm: number | null): number | null {
  if (weightKg === null || heightCm === null || weightKg <= 0 || heightCm < 50) return null;
  return weightKg / (heightCm / 100) ** 2;
}
