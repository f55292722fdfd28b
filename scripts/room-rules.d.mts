/** The folders of the workbench from bottom to top. */
export const rooms: readonly string[]
/** The rooms of engine/client, and of a list in it, from the ground up. */
export const clientRooms: readonly string[]
export const listRooms: readonly string[]
/** The rooms of a transfer, from the ground up. */
export const transferRooms: readonly string[]
