/** Who may import whom? The rule of src/ARCHITECTURE.md as code. */

const plugins = '^src/(optimizers|topologies|datasets|models)/';

/** Everything below `from` may import only what matches one of `to`. */
function only(name, from, to, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { path: '^src/', pathNot: [from, ...to] },
  };
}

/** Only files that match `from` may import the package. */
function packageOnlyIn(packageName, from) {
  return {
    name: `only-there-${packageName.replaceAll(/[^a-z]+/g, '-')}`,
    comment: `${packageName} is imported by ${from} only, so that it can be exchanged in one place`,
    severity: 'error',
    from: { path: '^src/', pathNot: from },
    to: { path: `^node_modules/${packageName}/` },
  };
}

/** A plugin folder (or topology file) knows its own folder, its kind's kit, the vocabulary and statistics; `exempt` has a rule of its own. */
function plugin(folder, shared, exempt = shared) {
  return {
    name: `${folder}-know-only-the-vocabulary`,
    comment: 'a plugin never imports another plugin, nor the machinery that runs it',
    severity: 'error',
    from: { path: `^src/${folder}/([^/.]+)`, pathNot: `^src/${folder}/(${shared}|${exempt})/` },
    to: {
      path: '^src/',
      pathNot: [`^src/${folder}/$1(/|\\.)`, `^src/${folder}/${shared}/`, '^src/(core|statistics)/'],
    },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'a cycle has no beginning to read from',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('core-knows-nothing', '^src/core/', [], 'core is the vocabulary'),
    only('statistics-are-pure', '^src/statistics/', ['^src/core/'], 'numbers in, numbers out'),
    only('store-knows-core', '^src/store/', ['^src/core/'], 'the store keeps data it cannot read'),
    only('config-knows-core', '^src/config/', ['^src/core/'], 'text in, checked settings out'),
    only(
      'evaluation-knows-contracts',
      '^src/evaluation/',
      ['^src/(core|statistics|store|config)/'],
      'the machinery knows contracts, not plugins',
    ),
    only(
      'mock-server-knows-contracts',
      '^src/mock-server/',
      ['^src/(core|config)/'],
      'whoever starts it brings the model',
    ),
    only(
      'doctor-asks-contracts',
      '^src/doctor/',
      ['^src/(core|config)/', '^src/models/transport/'],
      'it looks at any provider through its contract',
    ),
    only(
      'report-reads-the-store',
      '^src/report/',
      ['^src/(core|statistics|store)/'],
      'a report is made from job folders, never from a plugin',
    ),
    only(
      'protocol-stands-on-the-machinery',
      '^src/protocol/',
      [
        '^src/(core|statistics|store|config|evaluation)/',
        '^src/models/(middleware|embedders)/',
        '^src/registry\\.ts$',
      ],
      'the axes meet in protocol, and it knows no command line',
    ),
    only(
      'sweep-stands-on-protocol',
      '^src/sweep/',
      ['^src/(core|statistics|store|config|protocol|evaluation)/', '^src/registry\\.ts$'],
      'many jobs are run through the one way in which a job is run',
    ),
    only(
      'optimizer-kit-is-vocabulary',
      '^src/optimizers/kit/',
      ['^src/(core|statistics)/'],
      'building blocks know no method',
    ),
    only(
      'model-kit-is-vocabulary',
      '^src/models/(middleware|transport)/',
      ['^src/(core|statistics)/'],
      'what providers share knows no provider',
    ),
    plugin('optimizers', 'kit'),
    plugin('topologies', 'kit'),
    plugin('datasets', 'kit', 'apibank-synth'),
    only(
      'apibank-synth-builds-on-apibank',
      '^src/datasets/apibank-synth/',
      ['^src/datasets/apibank/', '^src/(core|statistics)/'],
      'it generates data for the tasks, the world and the scoring of apibank, and has none of its own (decision 12)',
    ),
    plugin('models', '(middleware|transport)'),
    {
      name: 'only-the-registry-names-a-plugin',
      comment: 'adding a plugin is one folder: nothing else may know it by name',
      severity: 'error',
      from: { path: '^src/', pathNot: [plugins, '^src/registry\\.ts$'] },
      to: { path: '^src/(optimizers|topologies|datasets)/|^src/models/(?!(middleware|transport|embedders)/)' },
    },
    {
      name: 'nobody-imports-the-cli',
      comment: 'everything the command line does can be done from code',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    packageOnlyIn('yargs', '^src/cli/'),
    packageOnlyIn('picocolors', '^src/cli/'),
    packageOnlyIn('openai', '^src/models/openai/'),
    packageOnlyIn('@anthropic-ai/sdk', '^src/models/anthropic/'),
    packageOnlyIn('undici', '^src/models/transport/'),
    packageOnlyIn('bullmq', '^src/sweep/queue/redis/'),
    packageOnlyIn('ioredis', '^src/sweep/queue/redis/'),
    packageOnlyIn('hyparquet-writer', '^src/report/aggregate/'),
    packageOnlyIn('onnxruntime-node', '^src/models/embedders/onnx/'),
    packageOnlyIn('@huggingface/tokenizers', '^src/models/embedders/onnx/'),
    {
      name: 'source-is-no-test',
      comment: 'the product knows neither tests nor scripts',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
