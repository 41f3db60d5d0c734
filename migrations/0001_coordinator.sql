CREATE TABLE `api_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`name` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`revoked_at_ms` integer
);
--> statement-breakpoint
CREATE TABLE `coordinator_idempotency` (
	`tenant` text NOT NULL,
	`scope` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`headers` text,
	`body` text,
	`body_key` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `scope`)
);
--> statement-breakpoint
CREATE INDEX `coordinator_idempotency_created` ON `coordinator_idempotency` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `coordinator_outcomes` (
	`tenant` text NOT NULL,
	`window_id` text NOT NULL,
	`quality` real NOT NULL,
	`input_tokens` integer,
	`cache_read_tokens` integer,
	`output_tokens` integer,
	`note` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `window_id`)
);
--> statement-breakpoint
CREATE TABLE `coordinator_sessions` (
	`tenant` text NOT NULL,
	`session_id` text NOT NULL,
	`prefix` text NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`tenant`, `session_id`)
);
--> statement-breakpoint
CREATE TABLE `coordinator_windows` (
	`tenant` text NOT NULL,
	`window_id` text NOT NULL,
	`session_id` text,
	`created_at_ms` integer NOT NULL,
	`card` text NOT NULL,
	`total_tokens` integer NOT NULL,
	`budget_tokens` integer NOT NULL,
	`health_status` text NOT NULL,
	PRIMARY KEY(`tenant`, `window_id`)
);
--> statement-breakpoint
CREATE INDEX `coordinator_windows_session` ON `coordinator_windows` (`tenant`,`session_id`,`window_id`);--> statement-breakpoint
CREATE INDEX `coordinator_windows_created` ON `coordinator_windows` (`created_at_ms`);