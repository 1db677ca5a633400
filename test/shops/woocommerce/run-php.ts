import { randomUUID } from 'node:crypto';

/** A secret that the test and its shop share. */
export const TOKEN = randomUUID();

/** A plugin of a shop under test that runs the PHP of a request. This is faster than a process that loads WordPress each time. */
export const RUN_PHP = `<?php
add_action( 'wp_loaded', function () {
	if ( ! isset( $_GET['run-php'] ) || '${TOKEN}' !== ( $_SERVER['HTTP_X_RUN_PHP'] ?? '' ) ) {
		return;
	}
	header( 'Content-Type: application/json' );
	echo wp_json_encode( eval( file_get_contents( 'php://input' ) ) );
	exit;
}, 1 );
`;
