"""Invitations: a link that was given away can be taken back by whoever has set the table up, and by nobody else."""

import pytest
from app_client import Guest, hall
from litestar.exceptions import WebSocketDisconnect


@pytest.fixture(params=["sqlite", "postgres"])
def folder(request, tmp_path):
    return tmp_path if request.param == "sqlite" else request.getfixturevalue("postgres").database()


@pytest.fixture
def guest(folder):
    with hall(folder) as guest:
        yield guest


def invited(guest, *kinds, **more):
    """Set a table up with a seat for somebody by link: host and friend."""
    seated = guest.open("haugaz", *(kinds or ("me", "link")), **more)
    return guest.sits(seated, 0), guest.sits(seated, 1)


def new_link(host, seat=1):
    return Guest(host.client, host.name, host.wish("invite", seat=seat)["invitations"][str(seat)])


def test_an_invitation_is_taken_back_and_a_new_one_opens_the_seat(guest):
    host, friend = invited(guest, listed=False)
    other = new_link(host)
    assert other.secrets != friend.secrets
    assert friend.wish("sit", 403, name="Ulf")["code"] == "foreign-seat"
    assert friend.state(403)["code"] == "foreign-seat"
    other.wish("sit", name="Runa")
    assert [seat["name"] for seat in host.state()["seats"]] == ["P0", "Runa"]


def test_who_sat_down_with_the_wrong_link_has_to_go_as_long_as_they_have_not_played(guest):
    host, friend = invited(guest, listed=False)
    friend.wish("sit", name="Ulf")
    with friend.listen() as socket:
        assert socket.receive_json()["state"]["seats"][1]["yours"]
        other = new_link(host)
        while "code" not in (news := socket.receive_json()):
            assert news["state"]["seats"][1]["name"]  # what was on its way
        assert news["code"] == "foreign-seat"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4403
    seat = host.state()["seats"][1]
    assert (seat["name"], seat["online"]) == ("", False)
    other.wish("sit", name="Runa")
    assert other.state()["seats"][1]["yours"]


def test_who_plays_already_stays(guest):
    host, friend = invited(guest)
    friend.wish("sit", name="Ulf")
    host.play_on(moves=3)
    friend.play_on(moves=1)
    assert host.problem("invite", 409, seat=1) == "no-invitation"


def test_no_guest_takes_an_invitation_back(guest):
    seated = guest.open("land-ahoy", "me", "link", "link", listed=False)
    host, first, second = (guest.sits(seated, seat) for seat in range(3))
    first.wish("sit", name="Ulf")
    assert first.problem("invite", 403, seat=2) == "no-host"
    assert first.problem("invite", 403, seat=1) == "no-host"
    assert first.problem("invite", 409, seat=0) == "no-invitation"
    assert first.watcher().problem("invite", 401, seat=2) == "no-seat"
    assert Guest(guest.client, first.name, "made-up").problem("invite", 401, seat=2) == "no-seat"
    second.wish("sit", name="Runa")
    assert new_link(host, 2).secrets


def test_who_has_set_a_table_up_for_others_changes_their_links(guest):
    seated = guest.open("haugaz", "link", "link", listed=False)
    first, second = guest.sits(seated, 0), guest.sits(seated, 1)
    other = new_link(first, 0)
    assert first.wish("sit", 403, name="Ulf")["code"] == "foreign-seat"
    assert other.problem("invite", 403, seat=1) == "no-host"
    second.wish("sit", name="Runa")
    assert second.problem("invite", 403, seat=1) == "no-host"


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_there_is_no_such_seat(guest, seat):
    host, _ = invited(guest)
    assert host.problem("invite", 409, seat=seat) == "no-invitation"


@pytest.mark.parametrize("kinds", [("me", "here"), ("me", 2)])
def test_nobody_was_invited_there(guest, kinds):
    host = guest.sits(guest.open("haugaz", *kinds), 0)
    assert host.problem("invite", 409, seat=1) == "no-invitation"
    assert host.problem("invite", 409, seat=0) == "no-invitation"


def test_what_was_taken_back_stays_so_after_a_restart(folder):
    with hall(folder) as guest:
        host, friend = invited(guest, listed=False, clock={"move": 600})
        friend.wish("sit", name="Ulf")
        other = new_link(host)
        host.play_on(moves=1)
    with hall(folder) as guest:
        host, friend, other = (Guest(guest.client, one.name, *one.secrets) for one in (host, friend, other))
        assert friend.state(403)["code"] == "foreign-seat"
        assert not host.state()["clock"]["started"]
        other.wish("sit", name="Runa")
        assert other.problem("invite", 403, seat=1) == "no-host"


def test_nobody_loses_a_seat_while_a_clock_runs(guest):
    host, friend = invited(guest, clock={"move": 600})
    friend.wish("sit", name="Ulf")
    host.play_on(moves=1)
    assert host.wish("invite", 409, seat=1)["code"] == "no-invitation"
