// Rooms, from the ground up: a room imports those before it. Part of scripts/dependency-rules.mjs.

export const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The folders of the workbench from bottom to top: a folder may import those before it. */
export const rooms = [
  'state',
  'keys',
  'comments',
  'viewer',
  'feed',
  'progress',
  'table',
  'marking',
  'results',
  'help',
  'roster',
  'seats',
  'bench',
]

/** The rooms of engine/client from the ground up: a room imports those before it, and the files beside them import none. */
export const clientRooms = [
  'parts',
  'model',
  'tree',
  'remember',
  'filter',
  'changes',
  'list',
  'choose',
  'form',
  'transfer',
  'dialogs',
  'screen',
  'record',
]
/** The rooms of a list; ListView and RowsView stand above them. */
export const listRooms = ['rows', 'actions', 'row-edit', 'state', 'table', 'cards', 'print', 'toolbar']
/** The rooms of a transfer: what a sheet says is checked, then written, in a job that its owner watches. */
export const transferRooms = ['sheet', 'check', 'export', 'commit', 'jobs']

const downwards = (slug, folder, rooms, remedy) =>
  rooms.flatMap((name, index) => {
    const above = rooms.slice(index + 1).map((one) => `^${folder}/${one}/`)
    const sentence = `A room imports those before it (${rooms.join(', ')}): ${remedy}`
    return above.length > 0
      ? [rule(`${slug}-rooms-import-downwards-from-${name}`, sentence, { path: `^${folder}/${name}/` }, { path: above })]
      : []
  })

export const roomRules = [
  ...downwards('workbench', 'src/plugins/live-inspection/client', rooms, 'what a lower one needs goes into state, or is handed in.'),
  ...downwards('client', 'engine/client', clientRooms, 'what a lower one needs goes into parts or model, or is handed in as an element.'),
  ...downwards('list', 'engine/client/list', listRooms, 'what a lower one needs goes into rows or engine/client/model, or is handed in.'),
  ...downwards('transfer', 'engine/server/transfer', transferRooms, 'what a lower one needs is handed in.'),
  rule(
    'list-views-stand-above',
    'A room of the list is drawn by ListView and RowsView: hand it what it needs.',
    { path: '^engine/client/list/[^/]+/' },
    { path: '^engine/client/list/[^/]+\\.tsx$' },
  ),
  rule(
    'fields-know-no-screens',
    'Screens are built of fields, so fields import none: what both need goes into engine/browser.',
    { path: '^engine/fields/' },
    { path: '^engine/client/' },
  ),
  rule(
    'browser-is-the-ground',
    'engine/browser is below fields and screens: hand the thing in, or move the file to what it uses.',
    { path: '^engine/browser/' },
    { path: ['^engine/client/', '^engine/fields/'] },
  ),
  rule(
    'client-ground-imports-no-room',
    'What stands beside the rooms of engine/client is below all of them: move the file into the room whose things it uses.',
    { path: '^engine/client/[^/]+\\.tsx?$', pathNot: '^engine/client/index\\.ts$' },
    { path: '^engine/client/[^/]+/' },
  ),
]
