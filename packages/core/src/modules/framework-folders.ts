/** What a framework calls by its path. */
export interface FrameworkFolder {
  /** One of which the package depends on. */
  readonly packages: readonly string[];
  /** Of paths from the package's folder. */
  readonly files: RegExp;
  /** What is called by name, where that is known. */
  readonly calls?: RegExp;
}

/** Folders whose files a framework calls by their path, where the package depends on it. */
export const FRAMEWORK_FOLDERS: readonly FrameworkFolder[] = [
  {
    packages: ["next"],
    // https://nextjs.org/docs/app/api-reference/file-conventions; `pageExtensions` may ask for `page.page.tsx`.
    files:
      /^(?:src\/)?(?:pages\/|app\/(?:.*\/)?(?:route|page|layout|template|loading|error|global-error|(?:global-)?not-found|forbidden|unauthorized|default|sitemap|robots|manifest|(?:apple-)?icon\d*|(?:opengraph|twitter)-image\d*)(?:\.[\w-]+)?\.[jt]sx?$)|^(?:src\/)?(?:(?:middleware|proxy|instrumentation(?:-client)?)\.[jt]s|mdx-components\.[jt]sx?)$/,
    calls:
      /^(?:default|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|metadata|viewport|generate(?:StaticParams|Metadata|Viewport|ImageMetadata|Sitemaps)|dynamic|dynamicParams|revalidate|fetchCache|runtime|preferredRegion|maxDuration|experimental_ppr|unstable_\w+|alt|size|contentType|config|middleware|proxy|register|onRequestError|onRouterTransitionStart|useMDXComponents|getStaticProps|getStaticPaths|getServerSideProps|reportWebVitals)$/,
  },
  { packages: ["next-intl"], files: /^(?:src\/)?i18n\/request\.[jt]sx?$/ },
  { packages: ["@remix-run/react", "@react-router/dev"], files: /^app\/(?:routes\/|root\.|entry\.|routes\.)/ },
  {
    packages: ["@sveltejs/kit"],
    files: /^src\/(?:routes\/|hooks\.|params\/|service-worker\.|instrumentation\.)|\.remote\.[jt]s$/,
  },
  {
    packages: ["nuxt"],
    files:
      /^(?:layers\/[^/]+\/)?(?:(?:app\/)?(?:(?:pages|layouts|middleware|plugins|composables|utils|components)\/|router\.options\.)|server\/|shared\/(?:utils|types)\/|modules\/(?:[^/]+|[^/]+\/index)\.[jt]s$|app\.[jt]s$)/,
  },
  { packages: ["@pinia/nuxt"], files: /^(?:layers\/[^/]+\/)?(?:app\/)?stores\// },
  {
    packages: ["astro"],
    files:
      /^src\/(?:pages\/|(?:content|live)\.config\.|content\/config\.|middleware(?:\/index)?\.|actions(?:\/index)?\.)/,
  },
  { packages: ["expo-router"], files: /^(?:src\/)?app\// },
  { packages: ["expo"], files: /^App\.[jt]sx?$/ },
  {
    packages: ["@tanstack/react-start", "@tanstack/solid-start", "@solidjs/start"],
    files:
      /^(?:src|app)\/(?:routes\/|(?:router|client|server|ssr|start|entry-client|entry-server|middleware|app)\.[jt]sx?$)/,
  },
  { packages: ["@builder.io/qwik-city", "@qwik.dev/router"], files: /^src\/(?:routes\/|root\.|entry\.)/ },
  { packages: ["gatsby"], files: /^src\/(?:pages|api)\/|^gatsby-(?:node|browser|ssr|config)\.[jt]sx?$/ },
  { packages: ["wxt"], files: /^(?:src\/)?entrypoints\// },
  { packages: ["vercel", "@vercel/node"], files: /^api\/|^middleware\.[jt]s$/ },
  { packages: ["wrangler", "@cloudflare/workers-types"], files: /^functions\// },
  { packages: ["@netlify/functions", "netlify-cli"], files: /^netlify\/(?:edge-)?functions\// },
  { packages: ["supabase", "@supabase/supabase-js"], files: /^supabase\/functions\/[^/_][^/]*\/index\.[jt]s$/ },
  { packages: ["@graphql-codegen/cli"], files: /^codegen\.[cm]?[jt]s$/ },
  { packages: ["react-scripts"], files: /^src\/(?:setupProxy\.js|setupTests\.[jt]sx?)$/ },
  { packages: ["@docusaurus/core"], files: /^src\/(?:pages|theme)\/|^sidebars\.[jt]s$/ },
  {
    packages: ["nitropack", "nitro"],
    files: /^(?:server\/|src\/)?(?:routes|api|middleware|plugins|tasks)\//,
  },
  {
    packages: ["@strapi/strapi"],
    files:
      /^config\/|^database\/migrations\/|^src\/(?:api|extensions|policies|middlewares|components)\/|^src\/admin\/app\./,
  },
  {
    packages: ["@adonisjs/core"],
    files: /^(?:bin|start|config|commands|providers)\/|^database\/(?:migrations|seeders|factories)\//,
  },
  { packages: ["hardhat"], files: /^(?:deploy|ignition\/modules)\// },
  { packages: ["@oclif/core"], files: /^src\/(?:commands|hooks)\// },
  { packages: ["@medusajs/framework", "@medusajs/medusa"], files: /^src\/(?:api|subscribers|jobs|links|admin)\// },
  { packages: ["convex"], files: /^convex\// },
  {
    packages: ["plasmo"],
    files:
      /^(?:src\/)?(?:(?:popup|options|newtab|sidepanel|devtools)(?:\/index)?\.[jt]sx?$|background(?:\.|\/)|contents?(?:\.|\/)|tabs\/)/,
  },
  { packages: ["vike", "vite-plugin-ssr"], files: /(?:^|\/)(?:\+[\w.-]+|[\w-]+\.page(?:\.[\w-]+)?)\.[jt]sx?$/ },
  { packages: ["umi", "@umijs/max"], files: /^src\/(?:pages|layouts|models)\/|^src\/(?:app|access)\.[jt]sx?$/ },
  {
    packages: ["knex", "sequelize-cli", "umzug", "node-pg-migrate", "migrate-mongo", "@mikro-orm/migrations"],
    files: /^(?:db\/|database\/|src\/)*(?:migrations|seeds|seeders)\//,
  },
];
