import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MATERIAL } from '../material.ts';

const exec = promisify(execFile);
const PHP = process.env.PHP_PATH ?? 'php';

/** The path of the second site. */
export const SECOND = '/second';

/**
 * Turns an installed shop into a network of two sites in subdirectories: `/` and `/second/`. The second site has a shop with the same product.
 * WooCommerce and the plugin are active for the network.
 */
export async function makeNetwork(site: string, url: string): Promise<void> {
  const { host } = new URL(url);
  await run(site, CREATE.replaceAll('SHOP_URL', url).replaceAll('SHOP_HOST', host));
  const file = join(site, 'wp-config.php');
  const config = readFileSync(file, 'utf8').replace(/^define\( 'WP_(HOME|SITEURL)'.*\n/gm, '');
  writeFileSync(file, config.replace('<?php\n', `<?php\n${CONFIG.replaceAll('SHOP_HOST', host)}`));
  await run(site, ADD_SITE.replaceAll('SHOP_HOST', host));
  const inSecond = join(site, 'wp-content/in-second.php');
  writeFileSync(inSecond, `<?php $_SERVER['REQUEST_URI'] = '${SECOND}/';`);
  for (const phase of ['woocommerce', 'shop']) {
    const install = [join(MATERIAL, 'install-wordpress.php'), `--path=${site}`, `--url=${url}`, `--phase=${phase}`];
    await exec(PHP, ['-d', `auto_prepend_file=${inSecond}`, ...install]);
  }
  // WordPress's SQLite logs a few statements of the installation that it does not know.
  rmSync(join(site, 'wp-content/debug.log'), { force: true });
}

/** Runs PHP in the first site. */
async function run(site: string, code: string): Promise<void> {
  await exec(PHP, ['-r', `require '${site}/wp-load.php'; wp_set_current_user( 1 ); ${code}`]);
}

const CREATE = `
  require_once ABSPATH . 'wp-admin/includes/upgrade.php';
  // Not update_option(), which compares with the address in wp-config.php.
  $wpdb->query( "UPDATE {$wpdb->options} SET option_value = 'SHOP_URL' WHERE option_name IN ('siteurl', 'home')" );
  foreach ( $wpdb->tables( 'ms_global' ) as $table => $name ) {
    $wpdb->$table = $name;
  }
  install_network();
  $result = populate_network( 1, 'SHOP_HOST', 'admin@example.com', 'Boutik yo', '/', false );
  if ( is_wp_error( $result ) ) {
    fwrite( STDERR, $result->get_error_message() );
    exit( 1 );
  }
  update_option( 'permalink_structure', '/%postname%/' );`;

/** The host is set because the proxy with TLS has another port. */
const CONFIG = `
define( 'WP_ALLOW_MULTISITE', true );
define( 'MULTISITE', true );
define( 'SUBDOMAIN_INSTALL', false );
define( 'DOMAIN_CURRENT_SITE', 'SHOP_HOST' );
define( 'PATH_CURRENT_SITE', '/' );
define( 'SITE_ID_CURRENT_SITE', 1 );
define( 'BLOG_ID_CURRENT_SITE', 1 );
$_SERVER['HTTP_HOST'] = 'SHOP_HOST';
`;

const ADD_SITE = `
  require_once ABSPATH . 'wp-admin/includes/plugin.php';
  $plugins = array( 'woocommerce/woocommerce.php', 'peye/peye.php' );
  deactivate_plugins( $plugins, true );
  activate_plugins( $plugins, '', true, true );
  $id = wp_insert_site( array( 'domain' => 'SHOP_HOST', 'path' => '${SECOND}/', 'title' => 'Dezyèm boutik', 'user_id' => 1 ) );
  if ( is_wp_error( $id ) ) {
    fwrite( STDERR, $id->get_error_message() );
    exit( 1 );
  }
  update_blog_option( $id, 'permalink_structure', '/%postname%/' );
  delete_option( 'rewrite_rules' );`;
