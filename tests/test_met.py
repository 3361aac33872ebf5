"""What people met at tables that bots kept, line by line, and the tests that hold it off.

Each of them says so in words: the line stands, shortened, in its docstring or in that of its module. So a line that
loses its test, or a test that loses its line, is noticed here.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

MET = {
    # Leaving
    "in any phase, and it hangs": "tables/test_seats.py::test_who_leaves_in_any_phase_holds_nobody_up",
    "leaves the group": """
        routers/test_seats.py::test_who_leaves_the_chat_leaves_the_table_and_is_told_once
        routers/test_groups.py::test_who_left_the_group_while_the_bot_was_away_is_not_waited_for_when_it_is_back""",
    "also when it is the one awaited": "tables/test_seats.py::test_who_leaves_in_any_phase_holds_nobody_up",
    "owes a sub-decision": "tables/test_seats.py::test_who_leaves_in_any_phase_holds_nobody_up",
    "is the reader, president, director": """
        tables/test_seats.py::test_who_leaves_in_any_phase_holds_nobody_up
        tables/test_offices.py::test_an_officer_who_leaves_gives_the_office_to_the_bot""",
    "the winner stays in the turn order": "tables/test_seats.py::test_nobody_takes_over_a_seat_that_is_out",
    "the next turn goes to the wrong seat after a removal": """
        tables/test_repeats.py::test_a_removal_moves_no_turn_and_no_card""",
    "the leaver's cards are counted twice": "tables/test_repeats.py::test_a_removal_moves_no_turn_and_no_card",
    "leave and rejoin gives a fresh hand": """
        tables/test_seats.py::test_who_comes_back_finds_the_same_hand_and_name
        routers/test_seats.py::test_leave_and_back_gives_the_same_hand""",
    "a seat without a name": "tables/test_seats.py::test_who_comes_back_finds_the_same_hand_and_name",
    "a natural at the deal leaves a table that can neither stop nor start": """
        tables/test_repeats.py::test_a_natural_at_the_deal_stops_nothing""",
    # Stale tables
    "a lobby nobody started blocks the chat": """
        tables/test_clocks.py::test_a_lobby_is_closed_a_day_after_it_was_last_touched
        routers/test_clocks.py::test_a_lobby_that_nobody_began_says_so_and_may_be_opened_anew
        routers/test_several.py::test_a_lobby_nobody_started_does_not_block_the_chat""",
    "nobody but the absent host may end a dead game": """
        tables/test_clocks.py::test_a_table_without_a_clock_is_dead_when_nothing_has_happened_for_a_day
        routers/test_clocks.py::test_anybody_ends_a_dead_game_and_nobody_a_living_one
        tables/test_silence.py::test_after_a_day_it_is_called_off_and_nothing_is_lost""",
    "a sweeper kills active games because it counts from their start": """
        tables/test_clocks.py::test_a_lobby_is_closed_a_day_after_it_was_last_touched""",
    # Absence and clocks
    "no time-out for the one role that everyone waits for": """
        tables/test_clocks.py::test_whoever_is_waited_for_has_a_move_that_the_clock_makes""",
    "a clock that keeps running through a restart": """
        inbox/test_clock.py::test_the_clock_stands_while_no_bot_runs
        e2e/test_clocks.py::test_whoever_thinks_for_long_is_reminded_once_and_passed_over_at_last""",
    "while Telegram refuses the bot's messages": """
        inbox/test_clock.py::test_the_clock_stands_while_telegram_does_not_hear_us
        tables/test_silence.py::test_the_clock_stands_and_then_everybody_has_the_time_they_had""",
    "too many rounds idle after one": "tables/test_repeats.py::test_one_missed_turn_is_nobodys_end",
    "a wait computed with seconds-within-a-day": "tables/test_clocks.py::test_a_wait_of_a_day_is_a_day",
    "wrong after 24 h": """
        tables/test_clocks.py::test_a_wait_of_a_day_is_a_day
        tables/test_clocks.py::test_quiet_hours_end_whatever_the_day""",
    "a time-out that passes for ever between two absent seats": """
        tables/test_clocks.py::test_people_who_all_fall_silent_do_not_pass_for_ever
        tables/test_seats.py::test_two_missed_turns_in_a_row_seat_the_computer
        tables/test_seats.py::test_when_all_are_asleep_the_deal_is_played_out_at_once_as_the_last_one""",
    "people who want slow games (a day a move) and people who want fast ones": """
        tables/test_clocks.py::test_paces_are_chosen_in_words_and_a_slip_has_longer_than_a_card""",
    "who has not acted shown as a count (names leak tempo)": """
        screens/test_tables.py::test_who_has_written_is_a_count_and_no_name""",
    "a nudge by direct message": """
        tables/test_clocks.py::test_everybody_is_reminded_of_a_question_once
        e2e/test_clocks.py::test_whoever_thinks_for_long_is_reminded_once_and_passed_over_at_last""",
    "/extend": "routers/test_clocks.py::test_whoever_is_waited_for_takes_more_time_once",
    "skip now for moderators": """
        routers/test_clocks.py::test_a_member_skips_nobody
        routers/test_clocks.py::test_an_anonymous_moderator_skips_and_gives_time_in_the_name_of_the_chat""",
    # Restart
    "games lost": """
        tables/test_repeats.py::test_a_table_in_any_phase_is_stored_and_goes_on_as_it_was
        e2e/test_crashes.py::test_a_game_of_cards_goes_on_after_kill_9
        e2e/test_crashes.py::test_a_patience_goes_on_after_kill_9""",
    "submitted texts thrown away": """
        tables/test_repeats.py::test_a_table_in_any_phase_is_stored_and_goes_on_as_it_was
        e2e/test_crashes.py::test_a_round_of_questions_goes_on_after_kill_9""",
    "a second table message on boot": """
        screens/test_reconciler.py::test_what_a_process_was_drawing_when_it_ended_is_drawn_at_its_next_start""",
    "an answer shown as accepted that was never stored, because the message was edited first": """
        routers/test_taps.py::test_nobody_is_told_of_a_move_that_was_not_stored""",
    # Repeats and races
    "the same update handled twice": """
        inbox/test_door.py::test_what_comes_twice_gets_in_once
        routers/test_several.py::test_a_call_is_said_once_though_the_opening_is_delivered_twice""",
    "last update id as a high-water mark dropping real ones": """
        inbox/test_door.py::test_an_older_update_that_comes_late_gets_in""",
    "a double tap played twice, or announced as cheating": "tables/test_repeats.py::test_a_double_tap_counts_once",
    "N simultaneous skips skipping N": """
        tables/test_clocks.py::test_of_many_skips_at_once_one_skips
        routers/test_clocks.py::test_however_many_moderators_skip_one_turn_is_skipped""",
    "two joins from one person": "tables/test_repeats.py::test_who_joins_twice_sits_once",
    "simultaneous secret moves refusing each other as stale": """
        tables/test_repeats.py::test_moves_made_at_one_moment_do_not_refuse_each_other""",
    "buttons of an old game acting on the new one": """
        tables/test_repeats.py::test_a_button_of_a_question_that_was_answered_does_nothing
        routers/test_several.py::test_a_table_of_another_chat_is_neither_waited_for_nor_called_off""",
    "one direct-message command hitting all of a person's games": """
        routers/test_clocks.py::test_of_several_tables_one_is_chosen
        routers/test_seats.py::test_who_sits_at_two_tables_is_asked_which_one_to_leave""",
    "a lock without expiry that shuts a user out for ever": """
        store/test_screens.py::test_a_drawer_that_died_is_followed_by_one_that_trusts_no_digest
        inbox/test_worker.py::test_what_a_dead_consumer_was_given_is_taken_over""",
    # Telegram
    "rate limits met by many small edits, then minutes of silence": """
        screens/test_reconciler.py::test_thirty_moves_in_a_moment_are_few_edits_and_the_last_one_is_seen""",
    "retry_after ignored": """
        sending/test_retry.py::test_a_message_is_sent_when_the_time_is_over_that_telegram_named
        screens/test_reconciler.py::test_a_text_is_not_said_twice_when_telegram_wants_patience""",
    "the last, decisive message dropped": """
        screens/test_reconciler.py::test_thirty_moves_in_a_moment_are_few_edits_and_the_last_one_is_seen
        routers/test_unsaid.py::test_a_result_that_cannot_be_told_in_the_group_is_told_to_its_people""",
    "one user's taps flooding the bot for all": """
        inbox/test_flood.py::test_one_users_taps_keep_nobody_else_waiting""",
    "every 400 treated alike": """
        sending/test_errors.py::test_a_known_text_is_known_in_any_case_and_hidden_by_no_other
        routers/test_groups.py::test_what_telegram_says_of_a_chat_without_rights_stops_the_clock_once""",
    "not modified shown to users as a failure": """
        screens/test_reconciler.py::test_not_modified_is_as_good_as_done
        sending/test_errors.py::test_a_message_that_shows_this_already""",
    "query is too old": "sending/test_requests.py::test_a_tap_too_old_is_no_event",
    "message to edit not found": """
        screens/test_reconciler.py::test_a_message_that_was_deleted_is_sent_again
        sending/test_errors.py::test_a_message_that_is_not_there""",
    "messages that are inaccessible": """
        routers/test_taps.py::test_a_tap_on_a_message_that_is_inaccessible_is_answered""",
    "supergroup migration (as an update and as an error on sending) losing settings and games": """
        routers/test_groups.py::test_a_group_that_becomes_a_supergroup_takes_everything_along""",
    "supergroup migration losing settings": """
        routers/test_settings_menu.py::test_settings_stay_when_the_group_becomes_a_supergroup""",
    "forum topics answered in General (General itself must be omitted)": """
        routers/test_groups.py::test_a_table_lives_in_its_topic_and_general_has_no_thread_id""",
    "topics switched off": """
        routers/test_groups.py::test_where_the_topic_is_gone_in_mid_game_the_table_goes_on_in_general
        routers/test_groups.py::test_a_table_of_a_topic_is_found_where_there_are_no_topics_any_more""",
    "a reply's thread id that is no topic": """
        routers/test_groups.py::test_a_reply_has_a_thread_id_that_is_no_topic""",
    "anonymous admins (the command comes from the group, the button press from the person)": """
        routers/test_rights_everywhere.py::test_nobody_does_at_a_table_what_is_not_theirs_to_do
        routers/test_membership.py::test_an_anonymous_administrator_opens_a_table_by_a_button_under_their_own_name
        routers/test_settings_menu.py::test_an_anonymous_administrator_opens_the_menu_and_chooses_in_the_chats_name
        routers/test_seats.py::test_an_anonymous_administrator_leaves_by_a_button""",
    "channel identities": """
        routers/test_rights_everywhere.py::test_nobody_does_at_a_table_what_is_not_theirs_to_do
        routers/test_membership.py::test_a_channel_moderates_nothing""",
    "never started it": "routers/test_reach.py::test_who_cannot_be_written_to_is_named_before_the_deal",
    "blocked it": "routers/test_reach.py::test_who_cannot_be_written_to_is_named_before_the_deal",
    "blocked it in mid-game": """
        routers/test_reach.py::test_a_403_in_mid_game_is_told_once_with_a_link_and_the_game_goes_on
        routers/test_reach.py::test_who_is_away_and_opens_the_bot_again_sees_the_way_back_there
        routers/test_seats.py::test_who_blocks_the_bot_in_mid_game_keeps_the_seat_and_the_group_is_told""",
    "with nobody told": """
        routers/test_reach.py::test_a_403_in_mid_game_is_told_once_with_a_link_and_the_game_goes_on
        routers/test_unsaid.py::test_what_was_to_be_said_in_mid_game_is_said_once_when_the_bot_may_write_again""",
    "banned people and robots joining by a shared start link": """
        routers/test_rights_everywhere.py::test_nobody_does_at_a_table_what_is_not_theirs_to_do""",
    "names with <&_*[, right-to-left marks, only emoji, empty, 64 characters, two players of one name": """
        screens/test_names.py::test_every_screen_shows_every_name_safely_and_no_two_alike
        tables/test_lobby.py::test_names_that_look_the_same_are_told_apart""",
    "mentions that do not notify": """
        screens/test_names.py::test_a_call_by_name_notifies_whoever_is_called_and_nobody_else
        routers/test_several.py::test_who_would_rather_wait_is_called_when_the_table_has_ended_and_notified""",
    "Cyrillic in callback data over 64 bytes": """
        screens/test_names.py::test_a_button_is_measured_in_bytes_and_not_in_letters
        screens/test_names.py::test_no_button_of_a_game_carries_words_of_a_language""",
    # Display
    "hands too long for one keyboard": "screens/test_limits.py::test_the_largest_hand_is_shown_to_its_last_card",
    "the hand invisible on some clients": """
        routers/test_reach.py::test_a_403_in_mid_game_is_told_once_with_a_link_and_the_game_goes_on""",
    "red and green indistinguishable for some": """
        screens/test_words_of_buttons.py::test_nothing_is_told_by_a_colour_alone""",
    "a button whose word means two things": """
        screens/test_words_of_buttons.py::test_a_word_on_a_button_means_one_thing""",
    "refusals without an answer": """
        routers/test_rights_everywhere.py::test_nobody_does_at_a_table_what_is_not_theirs_to_do
        tables/test_silence.py::test_nobody_moves_where_others_cannot_see_it_and_anybody_may_leave
        e2e/test_bad_input.py::test_a_forged_button_gets_one_sentence""",
}


def plain(text: str) -> str:
    """Words alone: no matter how they are quoted, broken into lines, or whether a sentence begins with them."""
    return " ".join(re.sub('[“”„"`*]', "", text.replace("’", "'")).casefold().split())


@cache
def docstrings(path: Path) -> dict[str, str]:
    """What each test of a module says of itself, after what the module says of all."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {test.name: f"{ast.get_docstring(tree) or ''} {ast.get_docstring(test) or ''}" for test in tests}


@pytest.mark.parametrize("line", MET)
def test_what_people_met_is_held_off_by_tests_that_say_so(line: str) -> None:
    for test in MET[line].split():
        path, _, name = test.partition("::")
        said = docstrings(TESTS / path).get(name)
        assert said is not None, f"there is no {test}"
        assert plain(line) in plain(said), f"{test} does not say which line it holds off"
