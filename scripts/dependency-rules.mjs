// Who may import whom. Each sentence names the remedy. Read by scripts/dependency-check.mjs, which also refuses a file that is in no
// place below, and a path that matches no file.

import { roomRules, rule } from './room-rules.mjs'

const fieldServer = ['^engine/fields/server\\.ts$', '^engine/fields/[^/]+/server\\.ts$']
const fieldClient = [
  '^engine/fields/.+\\.tsx$',
  '^engine/fields/client\\.ts$',
  '^engine/fields/client-contract\\.ts$',
  '^engine/fields/inputs\\.ts$',
  '^engine/fields/[^/]+/use-[^/]+\\.ts$',
]

/**
 * Where code runs, by folder. `shared` runs on both sides and imports neither half; server and client never import each other. Every
 * file of engine, schemas and src is in exactly one of these places.
 */
export const places = [
  {
    side: 'shared',
    slug: 'plugin-shared',
    name: 'a plugin’s shared/ or wire.ts',
    paths: ['^src/plugins/[^/]+/wire\\.ts$', '^src/plugins/[^/]+/shared/'],
    remedy: 'hand the value in, or move the file into the half that needs it.',
  },
  {
    side: 'server',
    slug: 'plugin-server',
    name: 'a plugin’s server folder',
    paths: ['^src/plugins/[^/]+/server\\.ts$', '^src/plugins/[^/]+/server/'],
    remedy: 'move what both halves need into the plugin’s shared/, and what travels into its wire.ts.',
  },
  {
    side: 'client',
    slug: 'plugin-client',
    name: 'a plugin’s client folder',
    paths: ['^src/plugins/[^/]+/client\\.ts$', '^src/plugins/[^/]+/client/'],
    remedy: 'ask the API, or move what both halves need into the plugin’s shared/ and what travels into its wire.ts.',
  },
  {
    side: 'shared',
    slug: 'schema',
    name: 'engine/schema',
    paths: ['^engine/[^/]+\\.ts$', '^engine/schema/'],
    remedy: 'hand the thing in: engine/schema runs in the browser and on the server.',
  },
  {
    side: 'server',
    slug: 'engine-server',
    name: 'engine/server',
    paths: ['^engine/server/'],
    remedy: 'share it through engine/schema, or through a field type’s shared.ts.',
  },
  {
    side: 'client',
    slug: 'engine-client',
    name: 'engine/client',
    paths: ['^engine/client/'],
    remedy: 'ask the API, or share it through engine/schema or a field type’s shared.ts.',
  },
  {
    side: 'client',
    slug: 'engine-browser',
    name: 'engine/browser',
    paths: ['^engine/browser/'],
    remedy: 'ask the API, or share it through engine/schema.',
  },
  {
    side: 'shared',
    slug: 'field-shared',
    name: 'what both halves of a field type use',
    paths: ['^engine/fields/'],
    pathsNot: [...fieldServer, ...fieldClient],
    remedy: 'a file of one half is called server.ts, client.tsx, input.tsx or use-….ts.',
  },
  {
    side: 'server',
    slug: 'field-server',
    name: 'a field type’s server.ts',
    paths: fieldServer,
    remedy: 'share it through the field type’s shared.ts.',
  },
  {
    side: 'client',
    slug: 'field-client',
    name: 'a field type’s client.tsx, input.tsx or hook',
    paths: fieldClient,
    remedy: 'share it through the field type’s shared.ts.',
  },
  {
    side: 'shared',
    slug: 'application-shared',
    name: 'what both halves of the application use',
    paths: ['^schemas/', '^src/[^/]+\\.ts$', '^src/dashboard/', '^src/derivations/', '^src/feed/', '^src/teaching/'],
    remedy: 'hand the thing in, or move the file into src/server or src/client.',
  },
  {
    side: 'server',
    slug: 'application-server',
    name: 'src/server',
    paths: ['^src/server/'],
    remedy: 'share it through a file for both halves: src/teaching, src/derivations.',
  },
  {
    side: 'client',
    slug: 'application-client',
    name: 'src/client and src/mobile',
    paths: ['^src/client/', '^src/mobile/'],
    remedy: 'ask the API, or share it through a file for both halves: src/teaching, src/derivations.',
  },
]

/** What comes from outside is declared and checked with these two, which weigh little and import nothing else. */
const shapes = ['^engine/json-schema-parts\\.ts$', '^engine/outside\\.ts$']
const publicFaces = ['^engine/schema/index\\.ts$', '^engine/server/index\\.ts$', '^engine/client/index\\.ts$', ...shapes]
const kyselyHomes = ['^engine/server/', ...fieldServer, '^src/server/', '^src/plugins/[^/]+/server/']

const forbiddenSides = { shared: ['server', 'client'], server: ['client'], client: ['server'] }
const pathsOf = (side) => places.filter((place) => place.side === side).flatMap(({ paths }) => paths)

const sideRules = places.flatMap(({ side, slug, name, paths, pathsNot = [], remedy }) =>
  forbiddenSides[side].map((other) =>
    rule(
      `no-${other}-import-in-${slug}`,
      `A ${other} import in ${name}: ${remedy}`,
      { path: paths, pathNot: pathsNot },
      { path: pathsOf(other) },
    ),
  ),
)

export const dependencyRules = [
  rule('no-cycles', 'Files that import each other cannot be read alone: move what both need into a third.', {}, { circular: true }),
  rule('no-missing-file', 'The import points nowhere: correct the path.', {}, { couldNotResolve: true }),
  ...sideRules,
  ...roomRules,
  rule(
    'engine-knows-no-application',
    'The engine knows nothing about schools: hand the thing in through EngineOptions, or name it in AppNames.',
    { path: '^engine/' },
    { path: ['^schemas/', '^src/', '^scripts/', '^tests/'] },
  ),
  rule(
    'product-knows-no-tests',
    'What is shipped imports nothing of the tests or tools: move the thing into src, and import it from there.',
    { path: ['^src/', '^schemas/'] },
    { path: ['^scripts/', '^tests/'] },
  ),
  rule(
    'schemas-are-data',
    'A schema imports only engine/schema/index.ts: say it as an option, a condition or a named rule (schemas/names.ts alone augments engine/names.ts).',
    { path: '^schemas/', pathNot: '^schemas/names\\.ts$' },
    { pathNot: ['^schemas/', '^engine/schema/index\\.ts$'] },
  ),
  rule(
    'names-are-names',
    'schemas/names.ts augments engine/names.ts and needs nothing but the codes of the roles.',
    { path: '^schemas/names\\.ts$' },
    { pathNot: ['^engine/names\\.ts$', '^schemas/identity/role-codes\\.ts$'] },
  ),
  rule(
    'telephones-load-little',
    'The students’ page is small: it uses preact, the feed, the login record, what stored values are checked with, what minds its buttons, moments of times, and types; write what is missing in src/mobile.',
    { path: '^src/mobile/' },
    {
      pathNot: [
        '^src/mobile/',
        '^src/feed/',
        ...shapes,
        '^src/client/signed-in/login-record\\.ts$',
        '^src/client/login/(credentials|no-captcha)\\.ts$',
        '^src/client/rest-places\\.ts$',
        '^schemas/teaching/(submission|help)-states\\.ts$',
        '^src/teaching/moment\\.ts$',
        '^schemas/identity/role-codes\\.ts$',
        'node_modules/preact/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'engine-through-its-face',
    'Outside the engine import engine/schema/index.ts, engine/server/index.ts or engine/client/index.ts: export what is missing there.',
    { path: ['^src/', '^schemas/'], pathNot: '^schemas/names\\.ts$' },
    { path: '^engine/', pathNot: publicFaces },
  ),
  rule(
    'feed-stands-alone',
    'The client of the live feed is in the students’ page too: it imports nothing but what messages are checked with, hand things in.',
    { path: '^src/feed/' },
    { pathNot: ['^src/feed/', ...shapes] },
  ),
  rule(
    'plugins-through-their-faces',
    'Outside a plugin import its client.ts, server.ts or wire.ts: export there what is missing.',
    { path: '^src/', pathNot: '^src/plugins/' },
    { path: '^src/plugins/[^/]+/.+/' },
  ),
  rule(
    'plugins-are-islands',
    'Plugins never import each other: move the shared need into the engine or a domain service.',
    { path: '^src/plugins/([^/]+)/' },
    { path: '^src/plugins/[^/]+/', pathNot: '^src/plugins/$1/' },
  ),
  rule(
    'plugins-are-handed-things',
    'A plugin never reaches into the application: the service is handed in when it is registered.',
    { path: '^src/plugins/[^/]+/' },
    { path: ['^src/server/', '^src/client/'] },
  ),
  rule(
    'browsers-have-no-node',
    'This file runs in a browser, which has no node: modules: do it on the server, and ask the API.',
    { path: [...pathsOf('client'), ...pathsOf('shared')], pathNot: fieldServer },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'only-clients-draw',
    'This file runs on the server too: what needs React goes into a client folder.',
    { path: [...pathsOf('server'), ...pathsOf('shared')], pathNot: fieldClient },
    { path: ['node_modules/react/', 'node_modules/antd/', 'node_modules/preact/'] },
  ),
  rule(
    'formily-stays-in-forms',
    'Formily is for forms: engine/client/form and the inputs of field types.',
    { pathNot: ['^engine/client/form/', '^engine/fields/rows/Row\\w+\\.tsx$', '^tests/', '^node_modules/'] },
    { path: 'node_modules/@formily/' },
  ),
  rule(
    'kysely-stays-on-the-server',
    'SQL is built on the server only; elsewhere import types (import type).',
    { pathNot: [...kyselyHomes, '^tests/', '^scripts/', '^node_modules/'] },
    { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'drivers-behind-the-database',
    'Database drivers stay behind engine/server/database, and those for the databases of others in one file.',
    { pathNot: ['^engine/server/database/', '^src/server/data-sources/connections.ts$', '^tests/', '^scripts/', '^node_modules/'] },
    {
      path: ['node_modules/better-sqlite3/', 'node_modules/pg(-protocol)?/', 'node_modules/mysql2/', 'node_modules/tedious/'],
      dependencyTypesNot: ['type-only'],
    },
  ),
]

export const options = {
  doNotFollow: { path: 'node_modules' },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
}
