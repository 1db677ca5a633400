/** What the trial takes from the gateway's page /docs/frameworks.md. */
export interface Page {
  /** The code of a section, in this language. */
  readonly code: (section: string, language: string) => string;
  /** The commands of a section that install the SDK; none if it needs no SDK. */
  readonly install: (section: string) => readonly string[];
}

/** The steps of a developer in an empty folder. The code and the commands that concern Peye come from the page. */
export interface Stack {
  readonly name: string;
  /** The programs that must be on the machine. */
  readonly needs: readonly string[];
  /** The host that must be known, because the commands install from it. */
  readonly registry?: string;
  /** The commands before the handler starts, one after another. */
  readonly prepare: (page: Page) => readonly string[];
  /** The files that the developer writes after the first commands, by path, and pieces that replace another piece of an existing file. */
  readonly files: (page: Page) => Readonly<Record<string, string | readonly (readonly [from: string, to: string])[]>>;
  /** The command that starts the handler at port 4000, where the page's code listens. */
  readonly start: string;
  /** A file to which the handler writes what it received; its output by default. */
  readonly log?: string;
}

const VENV = 'python3 -m venv .venv';
const BIN = '.venv/bin';

/** An install command of the page with more packages, as one command. */
const withPackages = (page: Page, section: string, packages: string) =>
  page.install(section).map((command) => `${command} ${packages}`.trim());
const pip = (page: Page, section: string, packages: string) => [
  VENV,
  ...withPackages(page, section, packages).map((command) => `${BIN}/${command}`),
];

export const STACKS: readonly Stack[] = [
  {
    name: 'Node without a framework',
    needs: ['node', 'npm'],
    prepare: (page) => page.install('Node without a framework'),
    files: (page) => ({ 'shop.mjs': page.code('Node without a framework', 'js') }),
    start: 'node shop.mjs',
  },
  {
    name: 'Express',
    needs: ['node', 'npm'],
    registry: 'registry.npmjs.org',
    prepare: (page) => withPackages(page, 'Express', 'express'),
    files: (page) => ({ 'shop.mjs': page.code('Express', 'js') }),
    start: 'node shop.mjs',
  },
  {
    name: 'NestJS',
    needs: ['node', 'npx'],
    registry: 'registry.npmjs.org',
    prepare: (page) => [
      'npx --yes @nestjs/cli@11 new . --skip-git --package-manager npm',
      ...page.install('Node without a framework'),
    ],
    files: (page) => ({ 'src/main.ts': page.code('NestJS', 'ts') }),
    start: 'npm start',
  },
  {
    name: 'Next.js',
    needs: ['node', 'npx'],
    registry: 'registry.npmjs.org',
    prepare: (page) =>
      withPackages(page, 'Node without a framework', 'next react react-dom typescript @types/node @types/react'),
    files: (page) => ({ 'app/webhooks/route.ts': page.code('Next.js', 'ts') }),
    start: 'npx next dev --port 4000',
  },
  {
    name: 'PHP without a framework',
    needs: ['php', 'curl'],
    prepare: (page) => page.install('PHP without a framework'),
    files: (page) => ({ 'webhooks.php': page.code('PHP without a framework', 'php') }),
    start: 'php -S 127.0.0.1:4000 webhooks.php',
  },
  {
    name: 'Laravel',
    needs: ['php', 'composer'],
    registry: 'repo.packagist.org',
    prepare: (page) => ['composer create-project --no-interaction laravel/laravel .', ...page.install('Laravel')],
    files: (page) => ({
      'routes/web.php': page.code('Laravel', 'php'),
      'config/services.php': [['return [', "return ['peye' => ['webhook_secret' => env('PEYE_WEBHOOK_SECRET')],"]],
      'bootstrap/app.php': [
        [
          '->withMiddleware(function (Middleware $middleware): void {',
          "->withMiddleware(function (Middleware $middleware): void { $middleware->validateCsrfTokens(except: ['webhooks']);",
        ],
      ],
    }),
    start: 'php artisan serve --port=4000',
    log: 'storage/logs/laravel.log',
  },
  {
    name: 'Flask',
    needs: ['python3'],
    prepare: (page) => pip(page, 'Flask', 'flask'),
    files: (page) => ({ 'shop.py': page.code('Flask', 'python') }),
    start: `${BIN}/flask --app shop run --port 4000`,
  },
  {
    name: 'Django',
    needs: ['python3'],
    prepare: (page) => [...pip(page, 'Django', 'django'), `${BIN}/django-admin startproject shop .`],
    files: (page) => ({
      'shop/views.py': page.code('Django', 'python'),
      'shop/urls.py':
        'from django.urls import path\nfrom shop.views import receive\n\nurlpatterns = [path("webhooks", receive)]\n',
    }),
    start: `${BIN}/python manage.py runserver 4000`,
  },
  {
    name: 'FastAPI',
    needs: ['python3'],
    prepare: (page) => pip(page, 'FastAPI', 'fastapi uvicorn'),
    files: (page) => ({ 'shop.py': page.code('FastAPI', 'python') }),
    start: `${BIN}/uvicorn shop:app --port 4000`,
  },
  {
    name: 'Ruby on Rails',
    needs: ['ruby', 'gem'],
    registry: 'rubygems.org',
    prepare: () => ["gem install --no-document rails --version '~> 7.1.0'", 'rails new . --api --minimal --skip-git'],
    files: (page) => ({
      'app/controllers/webhooks_controller.rb': page.code('Ruby on Rails', 'ruby'),
      'config/routes.rb': [
        [
          'Rails.application.routes.draw do',
          'Rails.application.routes.draw do\n  post "webhooks", to: "webhooks#create"',
        ],
      ],
    }),
    start: 'ruby bin/rails server --port 4000',
    log: 'log/development.log',
  },
  {
    name: 'Go',
    needs: ['go'],
    prepare: () => [],
    files: (page) => ({ 'main.go': page.code('Go', 'go') }),
    start: 'go run main.go',
  },
];
