import { randomUUID } from 'node:crypto';

/** A secret of the test and the shop that it has created. */
export const TOKEN = randomUUID();

/** A must-use plugin of a shop under test, which runs the PHP that a test sends: quicker than a process that loads WordPress each time. */
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
