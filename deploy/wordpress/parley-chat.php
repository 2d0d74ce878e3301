<?php
/**
 * Plugin Name: Parley chat
 * Description: Shows your store's Parley chat on every page, and tells it who is signed in.
 * Version: 0.1.0
 * Requires at least: 5.8
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: parley-chat
 *
 * This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation, either version 2 of the License, or (at your option) any later
 * version. It comes without any warranty.
 */

defined( 'ABSPATH' ) || exit;

const PARLEY_OPTION = 'parley_chat';
// Set in the browser, while its chat knows who is signed in at the shop.
const PARLEY_KNOWN = 'parley_known';

/** The settings: where Parley is, the store's app id, and the secret that signs who a customer is. */
function parley_settings(): array {
	$stored = get_option( PARLEY_OPTION );
	return array_merge( array( 'url' => '', 'app_id' => '', 'identity_secret' => '' ), is_array( $stored ) ? $stored : array() );
}

/** Settings as they may be stored. What cannot be one becomes empty; an empty secret keeps the one before. */
function parley_clean( $given ): array {
	$before = parley_settings();
	$given  = is_array( $given ) ? $given : array();
	$text   = static fn( string $name ): string => isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? trim( $given[ $name ] ) : '';
	$url    = rtrim( $text( 'url' ), '/' );
	$app_id = $text( 'app_id' );
	$secret = $text( 'identity_secret' );
	return array(
		'url'             => preg_match( '~^https?://[^\s"\'<>]+$~', $url ) ? $url : '',
		'app_id'          => preg_match( '/^[\w-]{1,64}$/', $app_id ) ? $app_id : '',
		'identity_secret' => '' === $secret ? $before['identity_secret'] : $secret,
	);
}

/** The signed-in customer, with a signature; null for anyone else, and where the chat does not know customers. */
function parley_person(): ?array {
	$settings = parley_settings();
	$user     = wp_get_current_user();
	if ( ! $user || ! $user->ID || '' === $settings['identity_secret'] ) {
		return null;
	}
	$id = (string) $user->ID;
	return array(
		'id'    => $id,
		'hash'  => hash_hmac( 'sha256', $id, $settings['identity_secret'] ),
		'email' => (string) $user->user_email,
		'name'  => (string) $user->display_name,
	);
}

/**
 * The script that tells the chat who is signed in, before the chat itself loads. A page for anonymous visitors never depends
 * on who asks for it, because caches keep it for all of them: in the browser, the cookie says whether the chat still knows
 * someone, who has signed out since or whose session has ended.
 */
function parley_script( ?array $person ): string {
	$flags  = JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT;
	$cookie = 'document.cookie="' . PARLEY_KNOWN . '=%s; path=/; SameSite=Lax"+("https:"===location.protocol?"; Secure":"");';
	$start  = 'window.parley=window.parley||[];';
	if ( $person ) {
		$command = wp_json_encode( array( 'do', 'identify', array( $person ) ), $flags );
		return $start . 'window.parley.push(' . $command . ');' . sprintf( $cookie, '1; Max-Age=31536000' );
	}
	if ( is_user_logged_in() ) {
		return $start;
	}
	$is_known = '/(?:^|; )' . PARLEY_KNOWN . '=1(?:;|$)/.test(document.cookie)';
	return $start . 'if(' . $is_known . '){window.parley.push(["do","logout",[]]);' . sprintf( $cookie, '; Max-Age=0' ) . '}';
}

/** The chat, at the end of each page of the shop. */
function parley_print(): void {
	$settings = parley_settings();
	if ( '' === $settings['url'] || '' === $settings['app_id'] ) {
		return;
	}
	echo '<script>' . parley_script( parley_person() ) . '</script>';
	echo '<script async src="' . esc_url( $settings['url'] . '/sdk.js' ) . '" data-app-id="' . esc_attr( $settings['app_id'] ) . '"></script>' . "\n";
}
add_action( 'wp_footer', 'parley_print' );

/** Pages that say who is signed in are for one person. */
function parley_keep_out_of_caches(): void {
	if ( is_user_logged_in() ) {
		nocache_headers();
	}
}
add_action( 'send_headers', 'parley_keep_out_of_caches' );

/* Settings, Parley chat. */

function parley_admin_init(): void {
	register_setting( PARLEY_OPTION, PARLEY_OPTION, array( 'sanitize_callback' => 'parley_clean' ) );
}
add_action( 'admin_init', 'parley_admin_init' );

function parley_admin_menu(): void {
	add_options_page( __( 'Parley chat', 'parley-chat' ), __( 'Parley chat', 'parley-chat' ), 'manage_options', PARLEY_OPTION, 'parley_settings_page' );
}
add_action( 'admin_menu', 'parley_admin_menu' );

function parley_settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = parley_settings();
	$field    = static function ( string $name, string $label, string $type, string $value, string $hint ): void {
		$id = 'parley-' . $name;
		echo '<tr><th scope="row"><label for="' . esc_attr( $id ) . '">' . esc_html( $label ) . '</label></th><td>';
		echo '<input class="regular-text" autocomplete="off" id="' . esc_attr( $id ) . '" type="' . esc_attr( $type ) . '" name="' . esc_attr( PARLEY_OPTION . '[' . $name . ']' ) . '" value="' . esc_attr( $value ) . '">';
		echo '<p class="description">' . esc_html( $hint ) . '</p></td></tr>';
	};
	echo '<div class="wrap"><h1>' . esc_html__( 'Parley chat', 'parley-chat' ) . '</h1><form method="post" action="options.php">';
	settings_fields( PARLEY_OPTION );
	echo '<table class="form-table" role="presentation">';
	$field( 'url', __( 'Address of Parley', 'parley-chat' ), 'url', $settings['url'], 'https://chat.example' );
	$field( 'app_id', __( 'App id', 'parley-chat' ), 'text', $settings['app_id'], __( 'In Parley: Settings, Widget.', 'parley-chat' ) );
	$kept = '' === $settings['identity_secret'] ? __( 'Without it the chat does not know who is signed in.', 'parley-chat' ) : __( 'One is stored. Leave empty to keep it.', 'parley-chat' );
	$field( 'identity_secret', __( 'Identity secret', 'parley-chat' ), 'password', '', $kept );
	echo '</table>';
	submit_button();
	echo '</form></div>';
}

/* Privacy: what WordPress is asked to erase or to export of a customer is asked of Parley too. */

/** The webhook that Parley made in WooCommerce: where it tells, and the secret it signs with. */
function parley_webhook(): ?array {
	$settings = parley_settings();
	if ( '' === $settings['url'] || ! class_exists( 'WC_Data_Store' ) || ! function_exists( 'wc_get_webhook' ) ) {
		return null;
	}
	foreach ( WC_Data_Store::load( 'webhook' )->get_webhooks_ids( 'active' ) as $id ) {
		$webhook = wc_get_webhook( $id );
		if ( $webhook && 0 === strpos( $webhook->get_delivery_url(), $settings['url'] . '/platform/woocommerce/webhooks' ) ) {
			return array( 'url' => $webhook->get_delivery_url(), 'secret' => $webhook->get_secret() );
		}
	}
	return null;
}

/** Asks Parley, signed as WooCommerce's webhooks are; whether it was taken. */
function parley_ask( string $kind, array $data ): bool {
	$webhook = parley_webhook();
	if ( ! $webhook ) {
		return false;
	}
	// With a time, so that the same request of another day is another one.
	$body   = wp_json_encode( array( 'kind' => $kind, 'data' => $data + array( 'at' => gmdate( 'c' ) ) ) );
	$answer = wp_remote_post(
		$webhook['url'],
		array(
			'timeout' => 10,
			'headers' => array(
				'Content-Type'           => 'application/json',
				'X-WC-Webhook-Topic'     => 'parley.' . $kind,
				'X-WC-Webhook-Signature' => base64_encode( hash_hmac( 'sha256', $body, $webhook['secret'], true ) ),
			),
			'body'    => $body,
		)
	);
	return ! is_wp_error( $answer ) && 200 === wp_remote_retrieve_response_code( $answer );
}

/** Erases a customer's conversations. Nobody with that address is nobody to be erased. */
function parley_erase( string $email, int $page = 1 ): array {
	$user  = get_user_by( 'email', $email );
	$taken = $user ? parley_ask( 'customer_redact', array( 'platformId' => (string) $user->ID, 'orders' => array() ) ) : true;
	return array(
		'items_removed'  => (bool) ( $user && $taken ),
		'items_retained' => ! $taken,
		'messages'       => $taken ? array() : array( __( 'Parley could not be asked to erase the chat; ask again later.', 'parley-chat' ) ),
		'done'           => true,
	);
}

/** Notes in Parley that the customer wants to see their data; its members hand it out. */
function parley_export( string $email, int $page = 1 ): array {
	$user = get_user_by( 'email', $email );
	if ( $user ) {
		parley_ask( 'customer_data_request', array( 'platformId' => (string) $user->ID ) );
	}
	return array( 'data' => array(), 'done' => true );
}

function parley_erasers( array $erasers ): array {
	$erasers['parley-chat'] = array( 'eraser_friendly_name' => __( 'Parley chat', 'parley-chat' ), 'callback' => 'parley_erase' );
	return $erasers;
}
add_filter( 'wp_privacy_personal_data_erasers', 'parley_erasers' );

function parley_exporters( array $exporters ): array {
	$exporters['parley-chat'] = array( 'exporter_friendly_name' => __( 'Parley chat', 'parley-chat' ), 'callback' => 'parley_export' );
	return $exporters;
}
add_filter( 'wp_privacy_personal_data_exporters', 'parley_exporters' );

/** Leaves nothing behind. */
function parley_uninstall(): void {
	delete_option( PARLEY_OPTION );
}
register_uninstall_hook( __FILE__, 'parley_uninstall' );
