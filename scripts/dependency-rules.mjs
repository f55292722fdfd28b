// Who may import whom. Each message says what to do instead. Read by dependency-cruiser, see scripts/check.ts.

const publicFaces = '^engine/(schema|server|client)/index\\.ts$'
const fieldServer = '^engine/fields/(server\\.ts$|[^/]+/server\\.ts$)'
const fieldClient = '^engine/fields/(client\\.tsx?$|[^/]+/client\\.tsx$)'
const kyselyHomes = [
  '^engine/server/',
  '^engine/fields/server\\.ts$',
  '^engine/fields/[^/]+/server\\.ts$',
  '^src/server/',
  '^src/plugins/[^/]+/server(\\.ts$|/)',
]

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    rule('no-cycles', 'Files that import each other cannot be read alone: move what both need into a third.', {}, { circular: true }),
    rule('no-missing-file', 'The import points nowhere: correct the path.', {}, { couldNotResolve: true }),
    rule(
      'engine-knows-no-application',
      'The engine knows nothing about schools: hand the thing in through EngineOptions, or name it in AppNames.',
      { path: '^engine/' },
      { path: '^(schemas|src|scripts|tests)/' },
    ),
    rule(
      'schemas-are-data',
      'A schema imports only engine/schema/index.ts: say it as an option, a condition or a named rule (schemas/names.ts alone augments engine/names.ts).',
      { path: '^schemas/', pathNot: '^schemas/names\\.ts$' },
      { pathNot: ['^schemas/', '^engine/schema/index\\.ts$'] },
    ),
    rule(
      'names-are-names',
      'schemas/names.ts augments engine/names.ts and needs nothing else.',
      { path: '^schemas/names\\.ts$' },
      { pathNot: '^engine/names\\.ts$' },
    ),
    rule(
      'server-never-imports-client',
      'Server code runs without a browser: share it through engine/schema or a field’s shared.ts.',
      { path: ['^engine/server/', fieldServer, '^src/server/', '^src/plugins/[^/]+/server(\\.ts$|/)'] },
      { path: ['^engine/client/', fieldClient, '^src/client/', '^src/plugins/[^/]+/.+\\.tsx$', '^src/plugins/index\\.client\\.ts'] },
    ),
    rule(
      'client-never-imports-server',
      'The browser must not load server code: share it through engine/schema or a field’s shared.ts, or ask the API.',
      { path: ['^engine/client/', fieldClient, '^src/client/', '^src/plugins/[^/]+/([^/]+\\.tsx$|(?!server/)[^/]+/)'] },
      { path: ['^engine/server/', fieldServer, '^src/server/', '^src/plugins/[^/]+/server(\\.ts$|/)', '^src/plugins/index\\.server\\.ts'] },
    ),
    rule(
      'telephones-load-little',
      'The students’ page is small: it uses preact, the feed, the login record and what minds its buttons; write what is missing in src/mobile.',
      { path: '^src/mobile/' },
      {
        pathNot: [
          '^src/mobile/',
          '^src/feed/',
          '^src/client/session/login-record\\.ts$',
          '^src/client/login/credentials\\.ts$',
          '^src/client/rest-places\\.ts$',
          'node_modules/preact/',
        ],
      },
    ),
    rule(
      'schema-layer-is-shared',
      'engine/schema and shared.ts run on both sides: they import neither half.',
      {
        path: [
          '^engine/schema/',
          '^engine/names\\.ts$',
          '^engine/fields/(shared|contract|patterns|messages)\\.ts$',
          '^engine/fields/[^/]+/shared\\.ts$',
        ],
      },
      { path: ['^engine/(server|client)/', fieldServer, fieldClient] },
    ),
    rule(
      'engine-through-its-face',
      'Outside the engine import engine/schema/index.ts, engine/server/index.ts or engine/client/index.ts: export what is missing there.',
      { path: '^(src|schemas)/', pathNot: '^schemas/names\\.ts$' },
      { path: '^engine/', pathNot: publicFaces },
    ),
    rule(
      'feed-stands-alone',
      'The client of the live feed is in the students’ page too: it imports nothing, hand things in.',
      { path: '^src/feed/' },
      { pathNot: '^src/feed/' },
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
      { path: '^src/(server|client)/' },
    ),
    rule(
      'formily-stays-in-forms',
      'Formily is for forms: engine/client/form and the inputs of field types.',
      { pathNot: ['^engine/client/form/', '^engine/fields/[^/]+/client\\.tsx$', '^(tests|node_modules)/'] },
      { path: 'node_modules/@formily/' },
    ),
    rule(
      'kysely-stays-on-the-server',
      'SQL is built on the server only; elsewhere import types (import type).',
      { pathNot: [...kyselyHomes, '^(tests|scripts|node_modules)/'] },
      { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'drivers-behind-the-database',
      'Database drivers stay behind engine/server/database.',
      { pathNot: ['^engine/server/database/', '^(tests|scripts|node_modules)/'] },
      { path: 'node_modules/(better-sqlite3|pg)/', dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
