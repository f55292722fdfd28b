/** The small group of a seat: as many neighbours as share a device. For the last seat, how many small groups there are. */
export const smallGroupOf = (seatnum: number, { facilityStuNum }: { readonly facilityStuNum: number }): number =>
  Math.ceil(seatnum / facilityStuNum)
